// React 19. npm install SERVICEclient.tgz
import { useState } from 'react';
import 'geographic-data-client/widget';

export function CityField() {
  const [city, setCity] = useState('');
  return (
    <geo-autocomplete
      ATTRIBUTES
      value={city}
      onInput={(event) => setCity(event.currentTarget.value)}
    />
  );
}
