/* global document, matchMedia, location, addEventListener, SwaggerUIBundle */
const OF_DEVELOPMENT = { public: 'dev-public', internal: 'dev-internal' };
const SCOPES = Object.keys(OF_DEVELOPMENT);
const isPublic = (token) => Object.values(OF_DEVELOPMENT).includes(token);
const { dataset } = document.body;
const hasTokens = dataset.devTokens === 'true';
const hasPages = dataset.hasPages === 'true';

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();

/** Replaces the layout: the routes first, with a list of them beside, and the rules for all of them below. */
function routesFirst({ React: { createElement: h, useEffect } }) {
  const Tokens = ({ authActions }) => {
    const schema = { type: 'http', scheme: 'bearer' };
    const use = (name, value) =>
      value === ''
        ? authActions.logout([name])
        : authActions.authorize({ [name]: { name, value, schema } });
    useEffect(() => {
      if (hasTokens) for (const name of SCOPES) use(name, OF_DEVELOPMENT[name]);
    }, []);
    const field = (name) =>
      h(
        'label',
        { key: name },
        `${name === 'public' ? 'Public' : 'Internal'} token`,
        h('input', {
          autoComplete: 'off',
          spellCheck: false,
          type: hasTokens ? 'text' : 'password',
          defaultValue: hasTokens ? OF_DEVELOPMENT[name] : '',
          placeholder: 'An access token',
          onChange: ({ target }) => {
            const token = target.value.trim();
            target.type = isPublic(token) ? 'text' : 'password';
            use(name, token);
          },
        }),
      );
    return h(
      'section',
      { 'aria-label': 'Tokens' },
      h(
        'p',
        null,
        hasTokens
          ? 'The development tokens are filled in. Open a route, and press Execute.'
          : 'Paste a token. Then open a route, and press Execute.',
      ),
      h('div', { className: 'tokens' }, SCOPES.map(field)),
    );
  };

  const Routes = ({ operations }) =>
    h(
      'nav',
      { className: 'routes', 'aria-label': 'Routes' },
      operations.entrySeq().map(([tag, group]) =>
        h(
          'section',
          { key: tag },
          h('h2', null, tag),
          h(
            'ul',
            null,
            group.get('operations').map((each) => {
              const id = each.getIn(['operation', 'operationId']);
              const [path, method] = [each.get('path'), each.get('method')];
              return h(
                'li',
                { key: id },
                h(
                  'a',
                  { href: `#/${tag}/${id}` },
                  h('span', { className: `method ${method}` }, method),
                  path.replace(`/${tag}/`, ''),
                ),
              );
            }),
          ),
        ),
      ),
      h('a', { href: '#rules' }, 'Rules for all routes'),
    );

  const Layout = ({ getComponent, specSelectors, authActions }) => {
    const status = specSelectors.loadingStatus();
    if (status === 'failed')
      return h('p', { role: 'alert' }, 'The routes could not be loaded. Reload the page.');
    if (status !== 'success') return h('p', { role: 'status' }, 'Loading the routes …');
    const rules = specSelectors
      .tags()
      .map((tag) => `### ${tag.get('name')}\n${tag.get('description')}`)
      .join('\n\n');
    const Markdown = getComponent('Markdown', true);
    return h(
      'div',
      { className: 'swagger-ui columns' },
      h(Routes, { operations: specSelectors.taggedOperations() }),
      h(
        'main',
        null,
        h(getComponent('SvgAssets')),
        h('h1', null, specSelectors.info().get('title')),
        h(Markdown, { source: specSelectors.info().get('description') }),
        h(Tokens, { authActions }),
        hasPages &&
          h(
            'p',
            { id: 'client' },
            'For JavaScript there is a typed client: ',
            h('code', null, `npm install ${new URL('client.tgz', document.baseURI)}`),
          ),
        h('h2', null, 'Routes'),
        h(getComponent('operations', true)),
        h(
          'section',
          { id: 'rules' },
          h('h2', null, 'Rules for all routes'),
          h(Markdown, { source: rules }),
        ),
      ),
    );
  };
  // The rules below the routes have the description.
  const OperationTag = (Original) => (props) =>
    h(Original, { ...props, tagObj: props.tagObj.deleteIn(['tagDetails', 'description']) });
  // The rules below the routes show the body of each failure once.
  const response = (Original) => (props) =>
    props.code < '300'
      ? h(Original, props)
      : h(
          'tr',
          { className: 'response' },
          h('td', { className: 'response-col_status' }, props.code),
          h(
            'td',
            { className: 'response-col_description' },
            h(props.getComponent('Markdown', true), { source: props.response.get('description') }),
          ),
        );
  /** Names the fields, also those of a list. */
  const JsonSchemaForm = (Original) => (props) => {
    const label = (field) =>
      field.setAttribute('aria-label', String(props.description).split(' - ')[0]);
    return h(
      'div',
      { ref: (box) => box?.querySelectorAll('input, select').forEach(label) },
      h(Original, props),
    );
  };
  const TextArea = (Original) => (props) => h(Original, { 'aria-label': 'Request body', ...props });
  // A long answer scrolls in its box, also by keys.
  const HighlightCode = (Original) => (props) =>
    h(
      'div',
      { ref: (box) => box?.querySelector('pre')?.setAttribute('tabindex', '0') },
      h(Original, props),
    );
  /** Hides a token of the visitor. Swagger UI does not quote options, so that the shell fills in the variable. */
  const curl = (Original) => (props) => {
    const headers = props.request.get('headers');
    const token = headers?.get('Authorization')?.replace('Bearer ', '');
    if (token === undefined || isPublic(token)) return h(Original, props);
    const curlOptions = headers.clear().toList().push('-H "Authorization: Bearer $TOKEN"');
    const hidden = { headers: headers.delete('Authorization'), curlOptions };
    return h(Original, { ...props, request: props.request.merge(hidden) });
  };
  // A link inside of a button would be of no use to a screen reader.
  const OperationSummaryPath = ({ operationProps }) =>
    h('span', { className: 'opblock-summary-path' }, operationProps.get('path'));
  return {
    // The page may be below a path of a proxy, which the service does not know.
    statePlugins: {
      spec: {
        wrapSelectors: {
          // Some tags are rules only.
          taggedOperations:
            (original) =>
            (...args) =>
              original(...args).filter((group) => group.get('operations').size > 0),
        },
        wrapActions: {
          updateJsonSpec: (original) => (spec) => original({ ...spec, servers: [{ url: '.' }] }),
        },
      },
    },
    components: { Layout, OperationSummaryPath, authorizeOperationBtn: () => null },
    wrapComponents: { OperationTag, response, JsonSchemaForm, TextArea, HighlightCode, curl },
  };
}

const ui = SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  layout: 'Layout',
  plugins: [routesFirst],
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
});
addEventListener('hashchange', () => ui.layoutActions.parseDeepLinkHash(location.hash));
