import '@rollcall/server/polyfills'
import { collectBuffersWithTheRest } from './garbage-collection.ts'
import { outliveReaders } from './output.ts'
import { runCommand } from './program.ts'
import { endWithStarter, INTERRUPTED } from './until-stopped.ts'

endWithStarter()
collectBuffersWithTheRest()
outliveReaders()
await runCommand(process.argv.slice(2))

// An aborted request, such as one for a token, may still be open; the process does not wait for it.
if (process.exitCode === INTERRUPTED) process.exit()
