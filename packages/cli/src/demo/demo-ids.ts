import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '@rollcall/server/basics'
import { type Company, type CompanyIds, findIds, readDirectory } from '@rollcall/simulator'
import { demoClient } from './demo-company.ts'
import type { DemoFile } from './demo-file.ts'

const idsPath = (dataDir: string): string => join(dataDir, 'demo-ids.json')

/**
 * The ids of the company in the service, stored at the first start. The demo still finds people, buildings and desks after they
 * are renamed or erased.
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
    // If missing or damaged, the ids are looked up by name.
    return undefined
  }
}
