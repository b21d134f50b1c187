import { type Arrow, findCircle, findUpward, groupArrows, inWords } from '../../../../scripts/imports.ts'
import { districtOf, FLOORS, type Folder, folderOf, type House, isInDistrict } from './read-house.ts'

const MAX_OFFERED = 2

/** Imports from outside a folder of a file that its district's README does not offer to the importer. */
export const findSideEntrances = ({ arrows, folders }: Pick<House, 'arrows' | 'folders'>): string[] => {
  const offered = new Set(folders.flatMap(({ offers }) => offers))
  const forRoot = new Set(folders.flatMap((folder) => folder.forRoot))
  const loose = new Set(folders.map(({ path }) => path))
  return arrows
    .filter(({ from, to }) => isInDistrict(to) && folderOf(from) !== folderOf(to))
    .filter(({ from, to }) => !offered.has(to) && !loose.has(to) && !(forRoot.has(to) && !isInDistrict(from)))
    .map((arrow) => `${inWords(arrow)}, which ${districtOf(arrow.to)}/README.md does not offer to it`)
}

const isUsed = (arrows: readonly Arrow[], path: string, by: (from: string) => boolean): boolean =>
  arrows.some(({ from, to }) => to === path && folderOf(from) !== folderOf(to) && by(from))

const findStaleNames = (arrows: readonly Arrow[], { path, offers, forRoot, isToolbox }: Folder): string[] => [
  ...offers.filter((file) => !isUsed(arrows, file, isInDistrict)).map((file) => `${file} is offered, and no district imports it`),
  ...forRoot
    .filter((file) => !isUsed(arrows, file, (from) => !isInDistrict(from)))
    .map((file) => `${file} is for the composition root, which does not import it`),
  ...(offers.length > MAX_OFFERED && !isToolbox ? [`${path} offers ${offers.length} files, and is no toolbox`] : []),
]

/** Where the README files say something else than the folders: missing and stale rows, and files that no one imports. */
export const findStaleRows = ({ files, arrows, folders }: House): string[] => {
  const found = new Set(files.filter(isInDistrict).map(folderOf))
  const described = new Set(folders.map(({ path }) => path))
  return [
    ...found
      .difference(described)
      .values()
      .map((path) => `${path} has no row in ${districtOf(path)}/README.md`),
    ...described
      .difference(found)
      .values()
      .map((path) => `${path} has a row in ${districtOf(path)}/README.md, and no files`),
    ...folders.flatMap((folder) => findStaleNames(arrows, folder)),
  ]
}

/** Everything that breaks a rule of the house, each as a sentence that names the files. */
export const findBrokenRules = (house: House): string[] => [
  ...findUpward(house.arrows, FLOORS).map(inWords),
  ...(findCircle(groupArrows(house.arrows, folderOf)) ?? []),
  ...findSideEntrances(house),
  ...findStaleRows(house),
]
