/** What the pages are told of the service. */
interface Settings {
  readonly version: string;
}

async function showVersion(): Promise<void> {
  const response = await fetch('explorer.json');
  const { version } = (await response.json()) as Settings;
  document.querySelector('#version')?.append(`Version ${version}`);
}

void showVersion();
