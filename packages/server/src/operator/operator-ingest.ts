import { pino } from 'pino'
import { createNodeDirectory } from '../directory/matching/node-directory.ts'
import { createUserDirectory } from '../directory/matching/user-directory.ts'
import type { IngestContext } from '../intake/ingest/ingest-service.ts'
import { createPresenceBooking } from '../intake/presence/presence-booking.ts'
import { startSourceHealth } from '../intake/sources/source-health.ts'
import { createSourceRegistry } from '../intake/sources/source-registry.ts'
import type { Database } from '../platform/db/database.ts'
import type { Listener } from '../platform/notifications/listener.ts'
import { createTelemetry } from '../platform/telemetry/telemetry.ts'

/** Creates what submitting events needs, outside of the service. The stack closes it. */
export const openIngest = async (
  db: Database['db'],
  pool: Database['pool'],
  listener: Listener,
  stack: AsyncDisposableStack,
): Promise<IngestContext> => ({
  pool,
  telemetry: createTelemetry(pino({ level: 'silent' })),
  directories: { nodes: await createNodeDirectory(pool, listener), users: await createUserDirectory(pool, listener) },
  sources: await createSourceRegistry(pool, listener),
  health: stack.use(startSourceHealth(db, () => {})),
  afterStored: { presence: [await createPresenceBooking(db, listener, () => {})] },
})
