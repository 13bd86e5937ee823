const place = document.getElementById('place');
const chosen = document.getElementById('chosen');
place?.addEventListener('geo-select', ({ detail }) => {
  chosen?.replaceChildren(JSON.stringify(detail));
});
place?.addEventListener('geo-error', ({ detail }) => {
  chosen?.replaceChildren(`Not available: ${detail.message}`);
});

export {};
