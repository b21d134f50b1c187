import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

/** As for production: without its editor and without watching the schema. */
export default {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: Number(process.env.CONNECTIONS) },
    }),
  ],
  grafserv: {
    host: '127.0.0.1',
    port: Number(process.env.PORT),
    graphiql: false,
    watch: false,
    maxRequestLength: 16 * 1024 * 1024,
  },
}
