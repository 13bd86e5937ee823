/* global document, matchMedia, location, addEventListener, SwaggerUIBundle */
import { answers } from './answers.js';
import { fields } from './fields.js';
import { isMatch } from './filter.js';
import { layout } from './layout.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

/** Keeps the routes that match a text. */
function opsFilter(groups, text) {
  const isFound = (each) =>
    isMatch(
      {
        method: each.get('method'),
        path: each.get('path'),
        summary: each.getIn(['operation', 'summary']),
      },
      text.trim(),
    );
  return groups.map((group) => group.update('operations', (all) => all.filter(isFound)));
}

/** Replaces parts of Swagger UI. */
function ownParts({ React }) {
  const { createElement: h } = React;
  const { components, wrapped } = answers(React);
  // The rules below the routes have the description.
  const OperationTag = (Original) => (props) =>
    h(Original, { ...props, tagObj: props.tagObj.deleteIn(['tagDetails', 'description']) });
  // A link inside of a button would be of no use to a screen reader.
  const OperationSummaryPath = ({ operationProps }) =>
    h('span', { className: 'opblock-summary-path' }, operationProps.get('path'));
  return {
    fn: { opsFilter },
    statePlugins: {
      spec: {
        wrapSelectors: {
          // Some tags are rules only, and the filter may leave none of a group.
          taggedOperations:
            (original) =>
            (...args) =>
              original(...args).filter((group) => group.get('operations').size > 0),
        },
        wrapActions: {
          setResponse:
            (original) =>
            (...args) => {
              const [, , { status, duration }] = args;
              document.getElementById('answered').textContent =
                `${status ?? 'No answer'}, ${duration ?? 0} ms`;
              return original(...args);
            },
        },
      },
    },
    components: {
      Layout: layout(React),
      OperationSummaryPath,
      authorizeOperationBtn: () => null,
      ...components,
    },
    wrapComponents: { OperationTag, ...fields(React), ...wrapped },
  };
}

const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  layout: 'Layout',
  plugins: [ownParts],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
});
addEventListener('hashchange', () => {
  ui.layoutActions.parseDeepLinkHash(location.hash);
  // Swagger UI scrolls to a route only when the page is loaded.
  const [, tag, id] = location.hash.split('/');
  document.getElementById(`operations-${tag}-${id}`)?.scrollIntoView();
});
