const journey = document.forms.namedItem('journey');
journey?.addEventListener('submit', (event) => {
  event.preventDefault();
  const sent = Object.fromEntries(new FormData(journey));
  journey.querySelector('output')?.replaceChildren(JSON.stringify(sent));
});

export {};
