// React 19. npm install SERVICEclient.tgz
import 'geographic-data-client/widget';

export function CityField() {
  return <geo-autocomplete ATTRIBUTES ongeo-select={({ detail }) => console.log(detail)} />;
}
