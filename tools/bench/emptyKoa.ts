/** The program of a server that does nothing, for comparison: an empty Koa handler. */
import Koa from 'koa';

const app = new Koa().use((context) => {
  context.type = 'json';
  context.body = '{"data":[]}';
});
app.listen(Number(process.env.PORT), '127.0.0.1');
