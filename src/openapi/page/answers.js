/* global document */
import { PROGRAMS } from './code.js';
import { isPublic } from './tokens.js';

/** The languages that Swagger UI highlights. */
const HIGHLIGHTED = { curl: 'bash', JavaScript: 'javascript' };
const languages = Object.keys(PROGRAMS);
/** The one that was chosen last. */
let preferred = languages[0];

/** Returns a request without what the browser adds, and without the token of a visitor. */
function shown(request) {
  const { url, method, headers = {}, body } = request.toJS();
  const sent = { ...headers };
  delete sent.accept;
  const { Authorization: token } = sent;
  if (token !== undefined && !isPublic(token.replace('Bearer ', '')))
    sent.Authorization = 'Bearer YOUR_TOKEN';
  return { url, method, headers: sent, body };
}

/** Returns what is shown in place of Swagger UI's own code and answers. */
export function answers({ createElement: h, Fragment, useEffect, useId, useRef, useState }) {
  /** Shows the program of the request that was sent, in the language that the visitor chooses. */
  const Code = ({ request, getComponent }) => {
    const [language, setLanguage] = useState(preferred);
    const name = useId();
    const choose = ({ target }) => {
      preferred = target.value;
      setLanguage(preferred);
    };
    const choice = (value) =>
      h(
        'label',
        { key: value },
        h('input', { type: 'radio', name, value, checked: value === language, onChange: choose }),
        value,
      );
    const code = { language: HIGHLIGHTED[language] ?? 'text', className: 'curl', canCopy: true };
    return h(
      'div',
      { className: 'curl-command' },
      h('fieldset', null, h('legend', null, 'Code'), languages.map(choice)),
      h(getComponent('HighlightCode', true), code, PROGRAMS[language](shown(request))),
    );
  };

  // The rules below the routes show the body of each failure once.
  const responses = (Original) => (props) => {
    const isSuccess = (_, code) => code < '300';
    const others = props.responses.filterNot(isSuccess).entrySeq();
    const Markdown = props.getComponent('Markdown', true);
    const row = ([code, each]) =>
      h(
        'div',
        { key: code },
        h('dt', null, code),
        h('dd', null, h(Markdown, { source: each.get('description') })),
      );
    return h(
      Fragment,
      null,
      h(Original, { ...props, responses: props.responses.filter(isSuccess) }),
      h(
        'details',
        { className: 'others' },
        h('summary', null, `Other answers: ${others.map(([code]) => code).join(', ')}`),
        h('dl', null, others.map(row)),
      ),
    );
  };

  // A long answer scrolls in its box, also by keys.
  const HighlightCode = (Original) => (props) =>
    h(
      'div',
      { ref: (box) => box?.querySelector('pre')?.setAttribute('tabindex', '0') },
      h(Original, props),
    );

  // While the answer is awaited, the button is disabled, and the browser takes the focus from it.
  const execute = (Original) => (props) => {
    const { disabled: isDisabled } = props;
    const place = useRef(null);
    const wasDisabled = useRef(false);
    useEffect(() => {
      const isOver = wasDisabled.current && !isDisabled;
      wasDisabled.current = isDisabled;
      if (isOver && document.activeElement === document.body)
        place.current.querySelector('button').focus();
    }, [isDisabled]);
    return h('span', { className: 'execute-place', ref: place }, h(Original, props));
  };

  return { components: { curl: Code }, wrapped: { responses, HighlightCode, execute } };
}
