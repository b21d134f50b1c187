import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { LARGEST_PAGE, readPages } from '../../../api/query.ts'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PeriodNav } from '../../../components/period-nav.tsx'
import { EmptyState, FilteredState } from '../../../components/states.tsx'
import { LoadMore } from '../../../components/table/load-more.tsx'
import { dayOf } from '../../../shell/search.ts'
import { addDays, dayRange, mondayOf } from '../../../time/days.ts'
import { useMe, useToday } from '../../../workplace/me.tsx'
import { WrongAddress } from '../shared/wrong-address.tsx'
import { VisitModal } from './visit-form.tsx'
import { type Visit, VisitTable } from './visit-table.tsx'

/** How often arrivals at the reception are fetched; they are also fetched when the reader returns to the page. */
const REFRESH_MS = 5_000
/** A dialog that closed gives the focus back within this time. */
const FOCUS_MS = 50
/** Number of days shown at a time: four weeks. */
const DAYS = 28

/** The visitors that the user expects, and whether they have arrived. */
export const VisitorsPage = () => {
  const search = useSearch({ from: '/shell/me/visitors' })
  const navigate = useNavigate({ from: '/me/visitors' })
  const { userId } = useMe()
  const today = useToday()
  const [edited, setEdited] = useState<Visit | 'new'>()
  const first = mondayOf(dayOf(search.day) ?? today)
  const last = addDays(first, DAYS - 1)
  const weeks = dayRange(first, last)
  const list = useRef<HTMLElement>(null)
  const asked = { startDate: first, endDate: last, hostUserId: userId, limit: LARGEST_PAGE }
  const readPage = (cursor?: string, signal?: AbortSignal) =>
    call('listVisits', { query: { ...asked, ...(cursor ? { cursor } : {}) }, signal })
  const visits = useInfiniteQuery({
    queryKey: ['listVisits', asked, 'pages'],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
  // The button that opened the dialog, and would get the focus back, is gone once its visit is canceled.
  const keepFocus = (): void => {
    setTimeout(() => {
      if (document.activeElement === document.body) list.current?.focus({ preventScroll: true })
    }, FOCUS_MS)
  }
  const go = (day: string | undefined) => void navigate({ search: day ? { day } : {}, replace: true })
  return (
    <>
      <PageHeader
        title={t`Visitors`}
        description={t`Visitors whom you expect, and those who came. Reception sees them on the day, and you see here when they arrive.`}
        actions={
          <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
            <Trans>Expect a visitor</Trans>
          </Button>
        }
      />
      <WrongAddress day={search.day} />
      <PeriodNav
        unit="four weeks"
        title={weeks}
        isCurrent={first === mondayOf(today)}
        onPrevious={() => go(addDays(first, -DAYS))}
        onNext={() => go(addDays(first, DAYS))}
        onCurrent={() => go(undefined)}
      />
      <section ref={list} aria-label={weeks} tabIndex={-1}>
        <FilteredState query={visits} height={240}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            return items.length === 0 ? (
              <EmptyState picture="people" title={t`No visitors in these weeks`}>
                <Trans>
                  Whom you expect appears here; the host is in the office on that day, as in your{' '}
                  <TextLink underline="always" to="/me">
                    plan
                  </TextLink>
                  .
                </Trans>
              </EmptyState>
            ) : (
              <VisitTable
                visits={items}
                today={today}
                isPart={visits.hasNextPage}
                readAll={() => readPages(readPage)}
                onEdit={setEdited}
              />
            )
          }}
        </FilteredState>
        {visits.isPlaceholderData ? null : <LoadMore query={visits} />}
      </section>
      <VisitModal edited={edited} onClose={() => setEdited(undefined)} onClosed={keepFocus} />
    </>
  )
}
