import { Button } from '@mantine/core'
import { useAction } from '../../api/use-action.ts'
import { notifyFailed } from '../notices.tsx'
import type { Column } from './columns.ts'
import { downloadCsv } from './download.ts'

interface Props<Row> {
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Reads all rows if the page shows only some of them. */
  readonly readAll?: () => Promise<readonly Row[]>
}

/** Downloads rows with all their digits. */
export const CsvButton = <Row,>({ title, columns, rows, readAll }: Props<Row>) => {
  const download = useAction({
    isRepeatable: true,
    mutationFn: async () => downloadCsv(title, columns, (await readAll?.()) ?? rows),
    onError: notifyFailed,
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      fw={500}
      aria-label={`CSV: ${title}`}
      disabled={rows.length === 0}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      CSV
    </Button>
  )
}
