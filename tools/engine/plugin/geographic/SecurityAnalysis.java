package geographic;

import java.util.Map;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/** The text analysis of the index of users and roles, which the full Elasticsearch has and the build on Maven Central lacks. */
final class SecurityAnalysis {

    static final Map<String, AnalysisProvider<TokenizerFactory>> TOKENIZERS = Map.of(
        "uax_url_email",
        (index, environment, name, settings) -> TokenizerFactory.newFactory(name, UAX29URLEmailTokenizer::new)
    );

    static final Map<String, AnalysisProvider<TokenFilterFactory>> TOKEN_FILTERS = Map.of(
        "pattern_capture",
        (index, environment, name, settings) -> {
            var patterns = settings.getAsList("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
            boolean keepsOriginal = settings.getAsBoolean("preserve_original", true);
            return filter(name, input -> new PatternCaptureGroupTokenFilter(input, keepsOriginal, patterns));
        },
        // The captures of a token are at one position.
        "unique",
        (index, environment, name, settings) -> filter(name, RemoveDuplicatesTokenFilter::new)
    );

    private interface Filter {
        TokenStream over(TokenStream input);
    }

    private static TokenFilterFactory filter(String name, Filter filter) {
        return new AbstractTokenFilterFactory(name) {
            @Override
            public TokenStream create(TokenStream input) {
                return filter.over(input);
            }
        };
    }

    private SecurityAnalysis() {}
}
