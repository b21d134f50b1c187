import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReportContent } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../../api/call.ts'
import { apiQuery } from '../../../api/query.ts'
import { Facts } from '../../../components/facts.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/states.tsx'
import type { ListColumn } from '../../../components/table/columns.ts'
import { FactTable } from '../../../components/table/fact-table.tsx'
import { addressOfView } from '../../../workplace/views/saved-views.ts'
import { showDay, showFigure } from '../figures/show.ts'
import { LABELS, ROW_NAMES, rowWords, scopeWords, TITLES } from './report-words.ts'

const route = getRouteApi('/shell/analytics/reports/$reportId')

/** A report as it was made. */
export const ReportPage = () => {
  const { reportId } = route.useParams()
  const query = useQuery(apiQuery('getReport', { params: { reportId } }))
  return (
    <QueryState query={query} height={500}>
      {(report) => (
        <>
          <ReportHeader report={report} />
          <Stack gap="lg">
            {report.content.figures.length > 0 ? (
              <Facts
                label={t`Key figures`}
                nameWidth={260}
                facts={report.content.figures.map(({ code, label, value, unit }) => [
                  LABELS[code] ?? label,
                  showFigure(value, unit),
                ])}
              />
            ) : null}
            {report.content.tables.map((table, position) => (
              <ReportTable key={table.titleCode} id={`table-${position}`} table={table} />
            ))}
            <Text size="sm">
              <Trans>
                <TextLink {...addressOfView(report)} underline="always">
                  Open these days on the page
                </TextLink>
                , with the figures of now. A dash stands for what is withheld or not known.
              </Trans>
            </Text>
          </Stack>
        </>
      )}
    </QueryState>
  )
}

const ReportHeader = ({ report }: { report: Answer<'getReport'> }) => {
  const [scope, day] = [scopeWords(report), showDay(report.dueOn)]
  return <PageHeader title={report.name} description={t`${scope}. Made for ${day}.`} />
}

type TableOfReport = ReportContent['tables'][number]
type ReportRow = TableOfReport['rows'][number]

/** Numbers, with a bar in front of the first of those that are drawn. */
const ReportTable = ({ id, table }: { id: string; table: TableOfReport }) => {
  const { columns, rows, isDrawn } = table
  const title = TITLES[table.titleCode] ?? table.title
  const most = Math.max(...rows.map(({ values: [first] }) => first ?? 0))
  const figures = columns.map(({ code, label, unit }, index): ListColumn<ReportRow> => {
    const show = ({ values }: ReportRow) => showFigure(values[index] ?? null, unit)
    const column = {
      key: String(index),
      name: LABELS[code] ?? label,
      value: ({ values }: ReportRow) => values[index] ?? null,
      show,
      align: 'right',
    } as const
    if (!isDrawn || index > 0) return column
    const widthOf = ({ values: [first] }: ReportRow) => (most > 0 ? `${(100 * (first ?? 0)) / most}%` : 0)
    const render = (row: ReportRow) => (
      <Group gap="sm" wrap="nowrap">
        <Box flex={1} miw={80}>
          <Box h={10} bg="petrol" w={widthOf(row)} style={{ borderRadius: 2 }} />
        </Box>
        <Text span inherit miw="3.5em" ta="right">
          {show(row)}
        </Text>
      </Group>
    )
    return { ...column, render }
  })
  return (
    <Box maw={760}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <FactTable
        id={id}
        label={title}
        columns={[{ key: 'label', name: ROW_NAMES[table.titleCode] ?? title, value: rowWords }, ...figures]}
        rows={rows}
        rowKey={({ label }) => label}
        minWidth={320}
      />
    </Box>
  )
}
