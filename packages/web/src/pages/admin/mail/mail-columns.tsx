import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { AnchorLink } from '../../../components/links.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { momentText } from '../../../time/zoned-time.ts'
import { StatusBadge } from '../shared/status-badge.tsx'
import { nextText } from './mail-texts.ts'
import { KIND_WORDS, type Mail, STATUS_WORDS } from './mail-words.ts'

/** A mail, whom it went to, and how that went. */
export const mailColumns = (isSending: (id: string) => boolean, onAgain: (id: string) => void): readonly ListColumn<Mail>[] => [
  { key: 'createdAt', name: t`Written`, value: ({ createdAt }) => createdAt, show: ({ createdAt }) => momentText(createdAt) },
  { key: 'kind', name: t`About`, isChoice: true, code: ({ kind }) => kind, value: ({ kind }) => KIND_WORDS[kind] },
  {
    key: 'userName',
    name: t({ message: 'To', context: 'recipient' }),
    value: ({ userName }) => userName,
    render: ({ userId, userName, address }) => (
      <>
        <AnchorLink to="/admin/users/$userId" params={{ userId }} inherit>
          {userName}
        </AnchorLink>
        {address && address !== userName ? (
          <Text size="xs" c="dimmed">
            {address}
          </Text>
        ) : null}
      </>
    ),
  },
  {
    key: 'status',
    name: t`Status`,
    value: ({ status }) => STATUS_WORDS[status],
    render: ({ status }) => <StatusBadge status={status} />,
  },
  { key: 'attempts', name: t`Attempts`, value: ({ attempts }) => attempts },
  {
    key: 'endedAt',
    name: t`Ended or next attempt`,
    value: ({ endedAt, dueAt }) => endedAt ?? dueAt,
    show: ({ endedAt, dueAt }) => (endedAt ? momentText(endedAt) : dueAt ? nextText(dueAt) : '–'),
  },
  { key: 'result', name: t`What the mail server said`, value: ({ result }) => result },
  {
    key: 'change',
    name: t`Action`,
    value: () => null,
    isAction: true,
    isSortable: false,
    render: ({ id, kind, userName }) => {
      const mail = KIND_WORDS[kind]
      return (
        <Button
          size="xs"
          variant="default"
          aria-label={t`Send again: ${mail} to ${userName}`}
          loading={isSending(id)}
          onClick={() => onAgain(id)}
        >
          <Trans>Send again</Trans>
        </Button>
      )
    },
  },
]
