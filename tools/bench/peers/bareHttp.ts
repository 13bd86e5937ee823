/** A process: `node:http` and nothing else, which answers always the same. */
import { serve } from './serve.js';

serve((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"data":[]}');
});
