import { t } from '@lingui/core/macro'
import type { SampleCompany } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery, queryClient } from '../../../api/query.ts'

/** How often the page looks how far the sample data is. */
const LOOK_MS = 1_000

const isBusy = (sample: SampleCompany | undefined): boolean => sample?.state === 'making' || sample?.state === 'removing'

/** The sample data of the organization. When it is made or gone, all pages read again what it changed. */
export const useSample = (): SampleCompany | undefined => {
  const { data } = useQuery({
    ...apiQuery('getSampleCompany'),
    refetchInterval: ({ state }) => (isBusy(state.data) ? LOOK_MS : false),
  })
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy(data)) void queryClient.invalidateQueries()
    wasBusy.current = isBusy(data)
  }, [data])
  return data
}

export const stepText = ({ step }: SampleCompany): string => {
  switch (step) {
    case 'directory':
      return t`Adding buildings and people …`
    case 'events':
      return t`Sending the events of four weeks …`
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
