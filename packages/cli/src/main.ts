import { collectBuffersWithTheRest } from './garbage-collection.ts'
import { outliveReaders } from './output.ts'
import { runCommand } from './program.ts'
import { endWithStarter, INTERRUPTED } from './until-stopped.ts'

endWithStarter()
collectBuffersWithTheRest()
outliveReaders()
await runCommand(process.argv.slice(2))

// A question that was stopped may be open for a while yet, such as that for a token: nobody waits for its answer.
if (process.exitCode === INTERRUPTED) process.exit()
