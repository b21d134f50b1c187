import { t } from '@lingui/core/macro'
import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { lazy, type ReactNode, Suspense, use, useRef, useState } from 'react'
import { Caption, useFileTitle } from '../caption.ts'
import { EmptyState, LoadingState } from '../states.tsx'
import type { Column } from '../table/columns.ts'
import { CsvButton } from '../table/csv-button.tsx'
import { DataTable } from '../table/data-table.tsx'
import { downloadPng } from '../table/download.ts'
import { type ChartLook, useChartLook } from './chart-look.ts'
import { FigureFrame } from './figure-frame.tsx'
import { PIXEL_RATIO, withHeading } from './picture.ts'

const ChartCanvas = lazy(() => import('./chart-canvas.tsx').then(({ ChartCanvas }) => ({ default: ChartCanvas })))

interface Props<Row> {
  readonly title: string
  /** Names files and pictures, which stand without the page; the title if absent. */
  readonly fileTitle?: string
  readonly description?: ReactNode
  /** The rows to draw; an empty list shows a text. */
  readonly data: readonly Row[]
  /** The same numbers as a table and as a file. */
  readonly columns: readonly Column<Row>[]
  /** The ECharts options, with the colors and patterns of the look. Only bars, lines and heat maps are loaded. */
  readonly option: (look: ChartLook) => EChartsCoreOption
  /** Read out after the title to people who do not see the drawing. */
  readonly summary?: string
  readonly height?: number
  readonly rowKey?: (row: Row) => string
  /** Says why there are no data. */
  readonly empty?: string
  /**
   * Called with the index of the category that is clicked, and of the series if a bar or point of it is. Everything that it shows
   * can be reached without a mouse too.
   */
  readonly onPick?: ((index: number, series?: number) => void) | undefined
  /** More about the figures, below them. */
  readonly below?: ReactNode
  /** Further controls, before the buttons that every chart has. */
  readonly controls?: ReactNode
}

/**
 * A chart with its numbers: as a drawing or as a table, as CSV and as PNG.
 * ECharts is loaded when the first chart is shown; a placeholder keeps the place of the chart meanwhile.
 */
export const Chart = <Row,>({
  title,
  fileTitle = title,
  description,
  data,
  columns,
  option,
  summary,
  height = 280,
  rowKey,
  empty = t`There are no published figures in this scope.`,
  controls,
  onPick,
  below,
}: Props<Row>) => {
  const look = useChartLook()
  const { text: caption } = use(Caption)
  const pictureTitle = useFileTitle(fileTitle)
  const drawing = useRef<EChartsType>(null)
  const [isTable, setTable] = useState(false)
  const savePicture = () => {
    const picture = drawing.current?.getRenderedCanvas({ pixelRatio: PIXEL_RATIO, backgroundColor: look.surface })
    if (picture) downloadPng(pictureTitle, withHeading(picture, { title: fileTitle, caption, look }))
  }
  const isEmpty = data.length === 0
  return (
    <FigureFrame
      title={title}
      description={description}
      actions={
        <>
          {controls}
          <Button
            size="compact-sm"
            variant="default"
            fw={500}
            leftSection={isTable ? <IconChartBar size={14} aria-hidden /> : <IconTable size={14} aria-hidden />}
            aria-label={isTable ? t`Show as chart: ${title}` : t`Show as table: ${title}`}
            disabled={isEmpty}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t`Show as chart` : t`Show as table`}
          </Button>
          <CsvButton title={title} fileTitle={fileTitle} columns={columns} rows={data} />
          <Button
            size="compact-sm"
            variant="default"
            fw={500}
            aria-label={`PNG: ${title}`}
            disabled={isEmpty || isTable}
            onClick={savePicture}
          >
            PNG
          </Button>
        </>
      }
    >
      {isEmpty ? (
        <EmptyState picture="chart" title={t`Nothing to show`} height={height}>
          {empty}
        </EmptyState>
      ) : isTable ? (
        <div style={{ height }}>
          <DataTable label={title} columns={columns} rows={data} rowKey={rowKey} maxHeight={height} />
        </div>
      ) : (
        <Suspense fallback={<LoadingState height={height} />}>
          <ChartCanvas
            option={option(look)}
            look={look}
            label={[`${title}.`, summary, t`Show as table for all numbers.`].filter(Boolean).join(' ')}
            height={height}
            drawing={drawing}
            onPick={onPick}
          />
        </Suspense>
      )}
      {isEmpty ? null : below}
    </FigureFrame>
  )
}
