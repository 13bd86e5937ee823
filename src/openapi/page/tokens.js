/* global document */
const OF_DEVELOPMENT = { public: 'dev-public', internal: 'dev-internal' };
const SCOPES = Object.keys(OF_DEVELOPMENT);
const hasTokens = document.body.dataset.devTokens === 'true';

/** True for a token that everyone knows, so that it may be shown. */
export const isPublic = (token) => Object.values(OF_DEVELOPMENT).includes(token);

/** Returns the component with a field for each scope. */
export function tokens({ createElement: h, useEffect }) {
  return ({ authActions }) => {
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
}
