/** Writes the connectors that are files: `npm run generate`. A test tells when they are not current. */
import { writeFile } from 'node:fs/promises'
import { generatedFiles } from './generated-files.ts'

for (const [file, content] of Object.entries(generatedFiles())) {
  await writeFile(new URL(file, import.meta.url), content)
  console.log(`Wrote connectors/${file}`)
}
