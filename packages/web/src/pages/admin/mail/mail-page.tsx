import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { GLOBAL_ADMINISTRATORS } from '@rollcall/contract'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { apiQuery, invalidate, LARGEST_PAGE, readPages } from '../../../api/query.ts'
import { hasRole, useSession } from '../../../api/session.ts'
import { useAction } from '../../../api/use-action.ts'
import { notifyDone, notifyFailed } from '../../../components/notices.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState, FilteredState, NotForYou, QueryState } from '../../../components/states.tsx'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { momentText } from '../../../time/zoned-time.ts'
import { mailColumns } from './mail-columns.tsx'
import { stateText } from './mail-texts.ts'
import { STATUSES } from './mail-view.ts'
import { STATUS_WORDS } from './mail-words.ts'

const route = getRouteApi('/shell/admin/mail')
const PAGE = 100

/** What was mailed to people, what waits, and why. */
export const MailPage = () => (
  <>
    <PageHeader
      title={t`Mail`}
      description={t`Mail of the last 30 days. What the mail server does not take is tried again for 24 hours. Texts are not stored, and links in mail that is sent again are new.`}
      actions={hasRole(useSession(), GLOBAL_ADMINISTRATORS) ? <TestButton /> : null}
    />
    {hasRole(useSession(), GLOBAL_ADMINISTRATORS) ? (
      <Stack gap="md">
        <State />
        <List />
      </Stack>
    ) : (
      <NotForYou what={t`Mail`} roles={GLOBAL_ADMINISTRATORS} />
    )}
  </>
)

const readAgain = () => invalidate('listMails', 'getMailState')

const TestButton = () => {
  const { data } = useQuery(apiQuery('getMailState'))
  const sending = useAction({
    mutationFn: () => call('sendTestMail'),
    onSuccess: async () => {
      notifyDone(t`A test mail to you is on its way. The list says what the mail server answers.`)
      await readAgain()
    },
    onError: notifyFailed,
  })
  return (
    <Button variant="default" disabled={!data?.isConfigured} loading={sending.isPending} onClick={() => sending.mutate()}>
      <Trans>Send me a test</Trans>
    </Button>
  )
}

const State = () => {
  const state = useQuery(apiQuery('getMailState'))
  return (
    <QueryState query={state} height={40}>
      {({ isConfigured, sender, waiting, failed, oldestWaitingSince }) =>
        isConfigured ? (
          <Text size="sm" role="status">
            {stateText({ sender: sender ?? '', waiting, failed, since: oldestWaitingSince && momentText(oldestWaitingSince) })}
          </Text>
        ) : (
          <Text size="sm" role="status">
            <Trans>
              The operator of this service has named no mail server, so nothing is mailed. Copy links from the pages of users
              instead.
            </Trans>
          </Text>
        )
      }
    </QueryState>
  )
}

const List = () => {
  const view = route.useSearch()
  const navigate = useNavigate()
  const mails = useInfiniteQuery({
    queryKey: ['listMails', view],
    queryFn: ({ pageParam, signal }) =>
      call('listMails', { query: { ...view, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  const again = useAction({
    mutationFn: (mailId: string) => call('sendMailAgain', { params: { mailId } }),
    lockOf: (mailId) => mailId,
    onSuccess: async () => {
      notifyDone(t`The mail is sent again.`)
      await readAgain()
    },
    onError: notifyFailed,
  })
  const columns = mailColumns((id) => again.isLocked(id), again.mutate)
  return (
    <>
      <Group>
        <SegmentedControl
          aria-label={t`Which mail`}
          value={view.status ?? 'all'}
          onChange={(chosen) => {
            const status = STATUSES.find((each) => each === chosen)
            void navigate({ to: '/admin/mail', search: status ? { status } : {}, replace: true })
          }}
          data={[{ value: 'all', label: t`All` }, ...STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))]}
        />
      </Group>
      <FilteredState query={mails} height={320}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          if (rows.length === 0)
            return (
              <EmptyState title={view.status ? t`No mail matches` : t`Nothing has been mailed yet`}>
                <Trans>People are mailed links, and what happens to their accounts.</Trans>
              </EmptyState>
            )
          return (
            <FactTable
              id="mail"
              readAll={() =>
                readPages((cursor) =>
                  call('listMails', { query: { ...view, limit: LARGEST_PAGE, ...(cursor ? { cursor } : {}) } }),
                )
              }
              label={t`Mail`}
              columns={columns}
              rows={rows}
              isPart={mails.hasNextPage}
              rowKey={({ id }) => id}
              minWidth={1180}
            />
          )
        }}
      </FilteredState>
      {mails.hasNextPage ? (
        <Button variant="default" maw={200} loading={mails.isFetchingNextPage} onClick={() => void mails.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      ) : null}
    </>
  )
}
