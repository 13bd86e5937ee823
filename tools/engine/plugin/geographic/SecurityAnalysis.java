package geographic;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;

/** The text analysis of the index of users, which the full Elasticsearch has and the build on Maven Central lacks. */
interface SecurityAnalysis extends AnalysisPlugin {

    @Override
    default List<PreConfiguredTokenizer> getPreConfiguredTokenizers() {
        return List.of(PreConfiguredTokenizer.singleton("uax_url_email", UAX29URLEmailTokenizer::new));
    }

    @Override
    default List<PreConfiguredTokenFilter> getPreConfiguredTokenFilters() {
        // Removes equal captures, which are at one position.
        return List.of(PreConfiguredTokenFilter.singleton("unique", false, RemoveDuplicatesTokenFilter::new));
    }

    @Override
    default Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of("pattern_capture", (index, environment, name, settings) -> {
            var patterns = settings.getAsList("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
            return new PatternCapture(name, settings.getAsBoolean("preserve_original", true), patterns);
        });
    }

    record PatternCapture(String name, boolean keepsOriginal, Pattern[] patterns) implements TokenFilterFactory {
        @Override
        public TokenStream create(TokenStream input) {
            return new PatternCaptureGroupTokenFilter(input, keepsOriginal, patterns);
        }
    }
}
