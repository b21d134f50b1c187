import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Company, type CompanyIds, findIds, readDirectory } from '@rollcall/simulator'
import { demoClient } from './demo-company.ts'
import { type DemoFile, replaceFile } from './demo-file.ts'

const idsPath = (dataDir: string): string => join(dataDir, 'demo-ids.json')

/**
 * The ids under which the service has the company. They are kept from the first start on: afterwards people, buildings and desks may
 * be renamed, and people erased, without the demo losing sight of them.
 */
export const keepIds = async (dataDir: string, file: DemoFile, company: Company): Promise<CompanyIds> => {
  const known = await readIds(dataDir)
  if (known?.organizationId === file.organizationId && known.tag === company.tag) return known.ids
  const ids = findIds(company, await readDirectory(demoClient(file, 'all-permissions')))
  await replaceFile(idsPath(dataDir), JSON.stringify({ organizationId: file.organizationId, tag: company.tag, ids }))
  return ids
}

interface KnownIds {
  organizationId: string
  tag: string
  ids: CompanyIds
}

const readIds = async (dataDir: string): Promise<KnownIds | undefined> => {
  try {
    return JSON.parse(await readFile(idsPath(dataDir), 'utf8')) as KnownIds
  } catch {
    // Missing or damaged: the ids are looked up by the names.
    return undefined
  }
}
