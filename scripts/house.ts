/**
 * Prints the districts of packages/server/src from the top floor to the ground, with their folders and arrows, and the rules that are
 * broken. `npm run house` prints all of it; `node scripts/house.ts --check`, a part of `npm run check`, only the broken rules.
 */
import { parseArgs } from 'node:util'
import { districtOf, FLOORS, type Folder, folderOf, type House, readHouse } from '../packages/server/test/house/read-house.ts'
import { findBrokenRules } from '../packages/server/test/house/rules.ts'
import { groupArrows } from './imports.ts'

const countLowerDistricts = ({ arrows }: House, district: string): string => {
  const counts = new Map<string, number>()
  for (const { from, to } of arrows) {
    if (districtOf(from) !== district || districtOf(to) === district) continue
    counts.set(districtOf(to), (counts.get(districtOf(to)) ?? 0) + 1)
  }
  return FLOORS.toReversed()
    .flatMap((each) => (counts.has(each) ? `${each} ${counts.get(each)}` : []))
    .join(', ')
}

const printFolder = ({ files, arrows }: House, { path, question, offers }: Folder): void => {
  const count = files.filter((file) => folderOf(file) === path).length
  const targets = [...(groupArrows(arrows, folderOf).get(path)?.keys() ?? [])].sort()
  console.log(`    ${path} (${count}): ${question}`)
  if (offers.length > 0) console.log(`      offers   ${offers.map((file) => file.slice(path.length + 1)).join(', ')}`)
  if (targets.length > 0) console.log(`      imports  ${targets.join(', ')}`)
}

const printHouse = (house: House): void => {
  for (const [index, district] of [...FLOORS.entries()].toReversed()) {
    const folders = house.folders.filter(({ path }) => districtOf(path) === district)
    const count = house.files.filter((file) => districtOf(file) === district).length
    console.log(`\n${index + 1}  ${district}: ${folders.length} folders, ${count} files`)
    console.log(`    imports by district: ${countLowerDistricts(house, district) || 'none'}`)
    for (const folder of folders) printFolder(house, folder)
  }
  const arrows = [...groupArrows(house.arrows, folderOf).values()].reduce((sum, targets) => sum + targets.size, 0)
  console.log(`\n${house.folders.length} folders, ${arrows} arrows between folders, ${house.arrows.length} imports`)
}

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values
const house = await readHouse()
if (!check) printHouse(house)
const broken = findBrokenRules(house)
for (const sentence of broken) console.error(sentence)
if (broken.length > 0) {
  console.error('Name a file that others import in the README of its district, or move it to where it belongs.')
  process.exitCode = 1
}
