package geographic;

import java.util.List;
import java.util.regex.Pattern;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestStatus;

/**
 * Rejects requests whose {@code Host} or {@code Origin} is not this machine. A web page can make a name of its own mean
 * 127.0.0.1 (DNS rebinding), and would then read and write here as its own origin; its requests carry that name. Any page
 * can send a POST without a body, such as one that closes an index; browsers add its origin.
 */
final class HostFilter extends ActionFilter.Simple {
    private static final Pattern LOCAL = Pattern.compile("(?i)(https?://)?(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d+)?");
    private static final String PROBLEM = "The Host or Origin header [{}] is not this machine. Use http://127.0.0.1 or http://localhost.";
    static final List<String> HEADERS = List.of("Host", "Origin");
    private final ThreadContext requests;

    HostFilter(ThreadContext requests) {
        this.requests = requests;
    }

    @Override
    public int order() {
        return Integer.MIN_VALUE;
    }

    @Override
    protected boolean apply(String action, ActionRequest request, ActionListener<?> listener) {
        // The server's own actions have none.
        for (String header : HEADERS) {
            String sent = requests.getHeader(header);
            if (sent != null && LOCAL.matcher(sent).matches() == false) {
                listener.onFailure(new ElasticsearchStatusException(PROBLEM, RestStatus.FORBIDDEN, sent));
                return false;
            }
        }
        return true;
    }
}
