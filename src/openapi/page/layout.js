/* global document, addEventListener, HTMLElement */
import { tokens } from './tokens.js';

const hasPages = document.body.dataset.hasPages === 'true';
const FILTER = 'filter';
const CONTENT = 'content';

/** The calls for a beginner, in order: the tag, the operation, and the purpose. */
const FIRST_CALLS = [
  ['search', 'search', 'Find the id of what a person types'],
  ['locate', 'locate', 'See all that is at a point: countries, city, land, time zone'],
  ['cities', 'citiesFindByIds', 'Read entities by their ids'],
  ['lands', 'landsFindByLocation', 'Read the hexagons around a point'],
  ['markers', 'markersFindByRadius', 'List what is built around a point (internal token)'],
];

document.querySelector('.skip').addEventListener('click', (event) => {
  // Swagger UI would take the fragment for a route.
  event.preventDefault();
  document.getElementById(CONTENT)?.focus();
});
addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea');
  const field = document.getElementById(FILTER);
  if (key !== '/' || ctrlKey || metaKey || altKey || isTyping || field === null) return;
  event.preventDefault();
  field.focus();
});

/** Returns the layout: the routes first, with a list of them beside, and the rules for all of them below. */
export function layout(React) {
  const { createElement: h } = React;
  const Tokens = tokens(React);

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

  const FirstCalls = () =>
    h(
      'nav',
      { className: 'first', 'aria-label': 'Where to begin' },
      h('p', null, 'New here? Try these in order:'),
      h(
        'ol',
        null,
        FIRST_CALLS.map(([tag, id, purpose]) =>
          h('li', { key: id }, h('a', { href: `#/${tag}/${id}` }, purpose)),
        ),
      ),
    );

  const Filter = ({ text, count, onChange }) => {
    const found =
      count === 0
        ? `No route matches “${text}”. Try a resource, such as cities.`
        : `${count} ${count === 1 ? 'route matches' : 'routes match'}.`;
    return h(
      'search',
      { className: 'filter' },
      h('label', { htmlFor: FILTER }, 'Filter the routes ', h('kbd', null, '/')),
      h('input', {
        id: FILTER,
        type: 'search',
        autoComplete: 'off',
        spellCheck: false,
        'aria-keyshortcuts': '/',
        placeholder: 'Method, path or purpose',
        value: text,
        onChange: ({ target }) => onChange(target.value),
        onKeyDown: ({ key }) => key === 'Escape' && onChange(''),
      }),
      h('p', { role: 'status' }, text.trim() === '' ? '' : found),
    );
  };

  const Client = () => {
    const address = (name) => String(new URL(name, document.baseURI));
    return h(
      'p',
      { id: 'client' },
      'For JavaScript there is a typed client: ',
      h('code', null, `npm install ${address('client.tgz')}`),
      '. A page without a bundler imports ',
      h('code', null, address('client.js')),
      '.',
    );
  };

  return ({ getComponent, specSelectors, authActions, layoutActions, layoutSelectors }) => {
    const status = specSelectors.loadingStatus();
    if (status === 'failed')
      return h('p', { role: 'alert' }, 'The routes could not be loaded. Reload the page.');
    if (status !== 'success') return h('p', { role: 'status' }, 'Loading the routes …');
    const rules = specSelectors
      .tags()
      .map((tag) => `### ${tag.get('name')}\n${tag.get('description')}`)
      .join('\n\n');
    const Markdown = getComponent('Markdown', true);
    const operations = specSelectors.taggedOperations();
    const count = operations.reduce((sum, group) => sum + group.get('operations').size, 0);
    const text = layoutSelectors.currentFilter() || '';
    return h(
      'div',
      { className: 'swagger-ui columns' },
      h(Routes, { operations }),
      h(
        'main',
        { id: CONTENT, tabIndex: -1 },
        h(getComponent('SvgAssets')),
        h('h1', null, specSelectors.info().get('title')),
        h(Markdown, { source: specSelectors.info().get('description') }),
        h('p', null, h('a', { href: 'openapi.json' }, 'OpenAPI document')),
        h(Tokens, { authActions }),
        h(FirstCalls),
        hasPages && h(Client),
        h('h2', null, 'Routes'),
        h(Filter, { text, count, onChange: layoutActions.updateFilter }),
        count > 0 && h(getComponent('operations', true)),
        h(
          'section',
          { id: 'rules' },
          h('h2', null, 'Rules for all routes'),
          h(Markdown, { source: rules }),
        ),
      ),
    );
  };
}
