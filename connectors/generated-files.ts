import { stringify } from 'yaml'
import { airbyteManifest } from './airbyte/manifest.ts'
import { stagingFiles } from './dbt/staging.ts'
import { dltConfig } from './dlt/rest-api.ts'

/** What is made from the contract, by its path from here. */
export const generatedFiles = (): Record<string, string> => ({
  'airbyte/manifest.yaml': `# Made from the contract by connectors/generate.ts: change that, not this.\n${stringify(airbyteManifest(), { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' })}`,
  ...stagingFiles(),
  'dlt/rest_api.json': `${JSON.stringify(dltConfig(), null, 2)}\n`,
})
