import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { UNSHARED } from '../../platform/fairness/fairness.ts'
import type { Telemetry } from '../../platform/telemetry/telemetry.ts'
import type { Draining } from '../http/draining.ts'
import { createHttpServer } from '../http/http-server.ts'

const NOT_COUNTED = { add: () => {} }

/** Creates a server that refuses every request, because the database of its caller cannot be reached, in the form of all refusals. */
export const createRefusals = async (
  telemetry: Telemetry,
  trustProxy: number | string | false | undefined,
  draining: Draining,
): Promise<FastifyInstance> => {
  // It holds no bodies, and `main` has the metric of bodies already.
  const metrics = { ...telemetry.metrics, watchBodies: () => {} }
  const app = await createHttpServer({ ...telemetry, metrics }, NOT_COUNTED, UNSHARED, trustProxy, undefined, draining)
  app.addHook('onRequest', async () => {
    throw new AppError('unavailable', {
      detail: 'The database of the organization cannot be reached. Send the same call again after Retry-After.',
    })
  })
  await app.ready()
  return app
}
