/* global document */
const { languages = '' } = document.body.dataset;
const names = new Intl.DisplayNames('en', { type: 'language' });
const LANGUAGES = languages
  .split(' ')
  .map((code) => ({ code, name: names.of(code) }))
  .sort((one, other) => one.name.localeCompare(other.name));
/** No language has this code. */
const OTHER = '…';

/** Returns what is shown in place of Swagger UI's own fields. */
export function fields({ createElement: h, useEffect, useRef, useState }) {
  const optionOf = ({ code, name }) => h('option', { key: code, value: code }, `${name} (${code})`);

  /** Lists our languages. */
  const Languages = ({ value, onChange, onOther }) => {
    const choose = ({ target }) => (target.value === OTHER ? onOther() : onChange(target.value));
    const other = h('option', { key: OTHER, value: OTHER }, 'Another tag, such as fr-CA …');
    return h('select', { value, onChange: choose }, [...LANGUAGES.map(optionOf), other]);
  };

  /** Names the fields, also those of a list. Languages are chosen, unless someone types a tag. */
  const JsonSchemaForm = (Original) => (props) => {
    const [isTyped, setIsTyped] = useState(false);
    const box = useRef();
    const name = String(props.description).split(' - ')[0];
    useEffect(() => {
      for (const field of box.current.querySelectorAll('input, select'))
        field.setAttribute('aria-label', name);
    });
    useEffect(() => {
      if (isTyped) box.current.querySelector('input').focus();
    }, [isTyped]);
    const languages = { ...props, onOther: () => setIsTyped(true) };
    const isChosen = name === 'lang' && !isTyped;
    return h('div', { ref: box }, isChosen ? h(Languages, languages) : h(Original, props));
  };

  const TextArea = (Original) => (props) => h(Original, { 'aria-label': 'Request body', ...props });

  return { JsonSchemaForm, TextArea };
}
