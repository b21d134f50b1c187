import { useFileTitle } from '../caption.ts'
import type { Column } from './columns.ts'
import { downloadCsv } from './download.ts'
import { DownloadButton } from './download-button.tsx'

interface Props<Row> {
  readonly title: string
  /** Names the file; the title if absent. */
  readonly fileTitle?: string
  /** Another text where there are two files. */
  readonly kind?: 'CSV' | 'CSV by day'
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Reads all rows if the page shows only some of them. */
  readonly readAll?: () => Promise<readonly Row[]>
}

/** Downloads rows with all their digits. */
export const CsvButton = <Row,>({ title, fileTitle = title, kind = 'CSV', columns, rows, readAll }: Props<Row>) => {
  const name = useFileTitle(fileTitle)
  return (
    <DownloadButton
      kind={kind}
      title={title}
      disabled={rows.length === 0}
      download={async () => downloadCsv(name, columns, (await readAll?.()) ?? rows)}
    />
  )
}
