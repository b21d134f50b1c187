import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** What an engineer changes in a file: a text, which stands there once, and what stands there instead. */
export type Edits = Readonly<Record<string, readonly [text: string, instead: string]>>

/**
 * Makes a version of the program with these edits in the folder, and returns the path of its main file. The dependencies are those of
 * this version.
 */
export const makeVersion = async (folder: string, edits: Edits): Promise<string> => {
  const isSource = (path: string) => !/\/(node_modules|test|dist)(\/|$)/.test(path.slice(ROOT.length - 1))
  await cp(join(ROOT, 'packages'), join(folder, 'packages'), { recursive: true, filter: isSource })
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'))
  await linkDependencies(folder)
  for (const [path, [text, instead]] of Object.entries(edits)) {
    const file = join(folder, path)
    const parts = (await readFile(file, 'utf8')).split(text)
    if (parts.length !== 2) throw new Error(`${path} has ${JSON.stringify(text)} ${parts.length - 1} times.`)
    await writeFile(file, parts.join(instead))
  }
  return join(folder, 'packages/cli/src/main.ts')
}

const linkDependencies = async (folder: string): Promise<void> => {
  const own = join(folder, 'node_modules', '@rollcall')
  await mkdir(own, { recursive: true })
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name === '@rollcall' || name === '.bin') continue
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of await readdir(join(folder, 'packages'))) await symlink(join(folder, 'packages', name), join(own, name))
}
