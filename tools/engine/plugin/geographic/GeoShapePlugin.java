package geographic;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.lucene.document.LatLonShape;
import org.apache.lucene.geo.LatLonGeometry;
import org.apache.lucene.search.Query;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.common.Explicit;
import org.elasticsearch.common.geo.GeometryFormatterFactory;
import org.elasticsearch.common.geo.GeometryParser;
import org.elasticsearch.common.geo.Orientation;
import org.elasticsearch.common.geo.ShapeRelation;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.geometry.Geometry;
import org.elasticsearch.index.mapper.AbstractGeometryFieldMapper;
import org.elasticsearch.index.mapper.AbstractShapeGeometryFieldMapper;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;
import org.elasticsearch.index.mapper.GeoShapeIndexer;
import org.elasticsearch.index.mapper.GeoShapeParser;
import org.elasticsearch.index.mapper.GeoShapeQueryable;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestHeaderDefinition;

/**
 * The {@code geo_shape} field type, which the full Elasticsearch has and the build on Maven Central lacks.
 *
 * <p>Parsing, tessellation and matching are the server's own classes, so answers are those of the full Elasticsearch.
 * The one thing left out are doc values, which only aggregations, scripts and sorting read.
 */
public final class GeoShapePlugin extends Plugin implements ActionPlugin, MapperPlugin, SecurityAnalysis {

    private static final String TYPE = "geo_shape";

    private ThreadContext requests;

    /**
     * Initialises the server's exceptions while there is only one thread. {@code ElasticsearchException} initialises its
     * subclasses, and each of them its superclass: two threads that begin at both ends wait for each other for good.
     *
     * @throws ClassNotFoundException if another version of the server has no such class
     */
    public GeoShapePlugin() throws ClassNotFoundException {
        Class.forName("org.elasticsearch.ElasticsearchException", true, Plugin.class.getClassLoader());
    }

    @Override
    public Collection<?> createComponents(PluginServices services) {
        requests = services.threadPool().getThreadContext();
        return List.of();
    }

    @Override
    public Collection<RestHeaderDefinition> getRestHeaders() {
        return HostFilter.HEADERS.stream().map(header -> new RestHeaderDefinition(header, false)).toList();
    }

    @Override
    public Collection<ActionFilter> getActionFilters() {
        return List.of(new HostFilter(requests));
    }

    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
        return Map.of(
            TYPE,
            new FieldMapper.TypeParser(
                (name, context) -> new ShapeBuilder(
                    name,
                    FieldMapper.IGNORE_MALFORMED_SETTING.get(context.getSettings()),
                    FieldMapper.COERCE_SETTING.get(context.getSettings())
                )
            )
        );
    }

    /** The options of the official type, with its defaults, so that one mapping serves both servers. */
    private static final class ShapeBuilder extends FieldMapper.Builder {

        private final boolean ignoreMalformedByDefault;
        private final boolean coerceByDefault;
        private final Parameter<Boolean> indexed = Parameter.indexParam(mapper -> of(mapper).indexed.get(), true);
        /** Accepted and shown again, without effect: see above. */
        private final Parameter<Boolean> docValues = Parameter.docValuesParam(mapper -> of(mapper).docValues.get(), true);
        private final Parameter<Explicit<Boolean>> ignoreMalformed;
        private final Parameter<Explicit<Boolean>> ignoreZ = AbstractGeometryFieldMapper.ignoreZValueParam(
            mapper -> of(mapper).ignoreZ.get()
        );
        private final Parameter<Explicit<Boolean>> coerce;
        private final Parameter<Explicit<Orientation>> orientation = AbstractShapeGeometryFieldMapper.orientationParam(
            mapper -> of(mapper).orientation.get()
        );
        private final Parameter<Map<String, String>> meta = Parameter.metaParam();

        ShapeBuilder(String name, boolean ignoreMalformedByDefault, boolean coerceByDefault) {
            super(name);
            this.ignoreMalformedByDefault = ignoreMalformedByDefault;
            this.coerceByDefault = coerceByDefault;
            this.ignoreMalformed = AbstractGeometryFieldMapper.ignoreMalformedParam(
                mapper -> of(mapper).ignoreMalformed.get(),
                ignoreMalformedByDefault
            );
            this.coerce = AbstractShapeGeometryFieldMapper.coerceParam(mapper -> of(mapper).coerce.get(), coerceByDefault);
        }

        private static ShapeBuilder of(FieldMapper mapper) {
            return ((ShapeMapper) mapper).builder;
        }

        @Override
        protected Parameter<?>[] getParameters() {
            return new Parameter<?>[] { indexed, docValues, ignoreMalformed, ignoreZ, coerce, orientation, meta };
        }

        @Override
        public String contentType() {
            return TYPE;
        }

        @Override
        public ShapeMapper build(MapperBuilderContext context) {
            Orientation order = orientation.get().value();
            var parser = new GeoShapeParser(
                new GeometryParser(order.getAsBoolean(), coerce.get().value(), ignoreZ.get().value()),
                order
            );
            var type = new ShapeType(context.buildFullName(leafName()), indexed.get(), parser, order, meta.get());
            return new ShapeMapper(this, type, parser, builderParams(this, context));
        }
    }

    private static final class ShapeMapper extends AbstractShapeGeometryFieldMapper<Geometry> {

        private final ShapeBuilder builder;
        private final GeoShapeIndexer indexer;

        ShapeMapper(ShapeBuilder builder, ShapeType type, GeoShapeParser parser, BuilderParams params) {
            super(
                builder.leafName(),
                type,
                params,
                builder.ignoreMalformed.get(),
                builder.coerce.get(),
                builder.ignoreZ.get(),
                builder.orientation.get(),
                parser
            );
            this.builder = builder;
            this.indexer = new GeoShapeIndexer(builder.orientation.get().value(), type.name());
        }

        @Override
        protected void index(DocumentParserContext context, Geometry geometry) throws IOException {
            // Null stands for an explicit JSON null, or a malformed value that the mapping says to ignore.
            if (geometry == null) {
                return;
            }
            if (fieldType().indexType().hasPoints()) {
                context.doc().addAll(indexer.indexShape(geometry));
            }
            // Without doc values, `exists` looks the field up here.
            context.addToFieldNames(fieldType().name());
        }

        @Override
        public FieldMapper.Builder getMergeBuilder() {
            return new ShapeBuilder(leafName(), builder.ignoreMalformedByDefault, builder.coerceByDefault).init(this);
        }

        @Override
        protected String contentType() {
            return TYPE;
        }
    }

    /** {@link GeoShapeQueryable} is what makes the server's {@code geo_shape} and {@code geo_distance} accept the field. */
    private static final class ShapeType extends AbstractShapeGeometryFieldMapper.AbstractShapeGeometryFieldType<Geometry>
        implements
            GeoShapeQueryable {

        ShapeType(String name, boolean indexed, GeoShapeParser parser, Orientation orientation, Map<String, String> meta) {
            super(name, IndexType.points(indexed, false), false, parser, orientation, meta);
        }

        @Override
        public String typeName() {
            return TYPE;
        }

        @Override
        public Query geoShapeQuery(
            SearchExecutionContext context,
            String fieldName,
            ShapeRelation relation,
            LatLonGeometry... geometries
        ) {
            failIfNotIndexed();
            return LatLonShape.newGeometryQuery(fieldName, relation.getLuceneRelation(), geometries);
        }

        @Override
        protected Function<List<Geometry>, List<Object>> getFormatter(String format) {
            return GeometryFormatterFactory.getFormatter(format, Function.identity());
        }
    }
}
