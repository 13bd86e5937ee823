/** A process: a Koa handler that answers always the same. */
import Koa from 'koa';
import { serve } from './serve.js';

const app = new Koa();
app.use((context) => {
  context.type = 'json';
  context.body = '{"data":[]}';
});
const handle = app.callback();

serve((request, response) => {
  void handle(request, response);
});
