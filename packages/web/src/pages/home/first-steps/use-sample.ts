import { t } from '@lingui/core/macro'
import type { SampleCompany } from '@rollcall/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { apiQuery, queryClient } from '../../../api/query.ts'

/** How often the page looks how far the sample data is. */
const LOOK_MS = 1_000

const isBusy = (sample: SampleCompany | undefined): boolean => sample?.state === 'making' || sample?.state === 'removing'

const { queryKey } = apiQuery('getSampleCompany')

/** When sample data is made or gone, everything it changed is read again first: nothing that is older stands beside this news. */
export const sampleQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }): Promise<SampleCompany> => {
    const sample = await call('getSampleCompany', { signal })
    if (isBusy(queryClient.getQueryData(queryKey)) && !isBusy(sample)) {
      await queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
    }
    return sample
  },
  refetchInterval: ({ state }) => (isBusy(state.data) ? LOOK_MS : false),
})

/** The sample data of the organization. */
export const useSample = (): SampleCompany | undefined => useQuery(sampleQuery).data

export const stepText = ({ step }: SampleCompany): string => {
  switch (step) {
    case 'directory':
      return t`Adding buildings and people …`
    case 'events':
      return t`Sending the events of eight weeks …`
    case 'today':
      return t`Sending what happened today …`
    case 'figures':
      return t`Computing the figures …`
    case 'removal':
      return t`Removing the sample data …`
    default:
      return ''
  }
}

const STEPS = ['directory', 'events', 'today', 'figures'] as const
/** What share of the whole each step takes, in percent. */
const SHARES = [5, 65, 15, 15]

/** How much of the making is done, in percent. */
export const percentOf = ({ step, done, total }: SampleCompany): number => {
  const at = STEPS.indexOf(step as (typeof STEPS)[number])
  const before = SHARES.slice(0, Math.max(0, at)).reduce((sum, share) => sum + share, 0)
  return before + (total > 0 ? ((SHARES[at] ?? 0) * done) / total : 0)
}
