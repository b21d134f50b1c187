import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Arrow, readArrows } from '../../../../scripts/imports.ts'

export const SOURCE = join(import.meta.dirname, '../../src')

/** Lists districts from the ground up: each imports its own files and those of the floors below it. */
export const FLOORS = ['platform', 'gate', 'directory', 'intake', 'planning', 'warehouse', 'operations']

/** A folder of a district as its README describes it. */
export interface Folder {
  /** Such as `planning/bookings`; a file that stands in the district itself is a folder of its own. */
  readonly path: string
  readonly question: string
  /** Files that any other folder may import. */
  readonly offers: readonly string[]
  /** Files that only the composition root may import. */
  readonly forRoot: readonly string[]
  /** Whether its files are small independent tools, of which any number may be offered. */
  readonly isToolbox: boolean
}

export interface House {
  readonly files: readonly string[]
  readonly arrows: readonly Arrow[]
  readonly folders: readonly Folder[]
}

export const districtOf = (path: string): string => path.split('/')[0] as string

export const folderOf = (path: string): string => path.split('/').slice(0, 2).join('/')

export const isInDistrict = (path: string): boolean => FLOORS.includes(districtOf(path))

/** The rows of the table of a README: folder, question, what it offers, what it has for the composition root. */
const ROW = /^\| `([\w.-]+?)\/?`( toolbox)? \| (.+?) \|(.*)\|(.*)\|$/gm

const namedFiles = (cell = ''): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name]) => name as string)

export const parseReadme = (district: string, text: string): Folder[] =>
  Array.from(text.matchAll(ROW), ([, name, toolbox, question, offers, forRoot]) => ({
    path: `${district}/${name}`,
    question: question as string,
    offers: namedFiles(offers).map((file) => `${district}/${name}/${file}`),
    forRoot: namedFiles(forRoot).map((file) => `${district}/${name}/${file}`),
    isToolbox: toolbox !== undefined,
  }))

export const readHouse = async (): Promise<House> => {
  const all = await readdir(SOURCE, { recursive: true })
  const files = all.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')).sort()
  const folders = await Promise.all(
    FLOORS.map(async (district) => parseReadme(district, await readFile(join(SOURCE, district, 'README.md'), 'utf8'))),
  )
  return { files, arrows: await readArrows(SOURCE), folders: folders.flat() }
}
