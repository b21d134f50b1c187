import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { useAction } from '../../api/use-action.ts'
import { notifyFailed } from '../notices.tsx'

const KINDS = { CSV: 'CSV', 'CSV by day': t`CSV by day`, NDJSON: 'NDJSON' } as const

interface Props {
  readonly kind: keyof typeof KINDS
  readonly title: string
  readonly disabled?: boolean
  readonly download: () => Promise<void>
}

/** A small button for a file that may first have to be read. */
export const DownloadButton = ({ kind, title, disabled = false, download }: Props) => {
  const action = useAction({ isRepeatable: true, mutationFn: download, onError: notifyFailed })
  return (
    <Button
      size="compact-sm"
      variant="default"
      fw={500}
      aria-label={`${KINDS[kind]}: ${title}`}
      disabled={disabled}
      loading={action.isPending}
      onClick={() => action.mutate()}
    >
      {KINDS[kind]}
    </Button>
  )
}
