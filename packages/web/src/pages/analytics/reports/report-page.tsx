import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Stack, Table, Text } from '@mantine/core'
import type { ReportContent } from '@rollcall/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Answer } from '../../../api/call.ts'
import { apiQuery } from '../../../api/query.ts'
import { Facts } from '../../../components/facts.tsx'
import { TextLink } from '../../../components/links.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { QueryState } from '../../../components/states.tsx'
import { addressOfView } from '../../../workplace/views/saved-views.ts'
import { showDay, showFigure } from '../figures/show.ts'

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
                facts={report.content.figures.map(({ label, value, unit }) => [label, showFigure(value, unit)])}
              />
            ) : null}
            {report.content.tables.map((table) => (
              <ReportTable key={table.title} table={table} />
            ))}
            <Text size="sm">
              <Trans>
                <TextLink {...addressOfView(report)}>Open these days on the page</TextLink>, with the figures of now. A dash
                stands for what is withheld or not known.
              </Trans>
            </Text>
          </Stack>
        </>
      )}
    </QueryState>
  )
}

const ReportHeader = ({ report: { name, scope, dueOn } }: { report: Answer<'getReport'> }) => {
  const day = showDay(dueOn)
  return <PageHeader title={name} description={t`${scope}. Made for ${day}.`} />
}

/** Numbers, with a bar next to those that are drawn. */
const ReportTable = ({ table: { title, columns, rows, isDrawn } }: { table: ReportContent['tables'][number] }) => {
  const most = Math.max(...rows.map(({ values: [first] }) => first ?? 0))
  return (
    <Table.ScrollContainer minWidth={320} scrollAreaProps={{ tabIndex: 0 }}>
      <Table captionSide="top" maw={760}>
        <Table.Caption ta="left" fw={600} c="var(--mantine-color-text)">
          {title}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {columns.map(({ label }) => (
              <Table.Th key={label} scope="col" ta="right">
                {label}
              </Table.Th>
            ))}
            {isDrawn ? <Table.Td w="40%" /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ label, values }) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400}>
                {label}
              </Table.Th>
              {columns.map((column, index) => (
                <Table.Td key={column.label} ta="right">
                  {showFigure(values[index] ?? null, column.unit)}
                </Table.Td>
              ))}
              {isDrawn ? (
                <Table.Td>
                  <Box h={12} bg="petrol" w={`${most > 0 ? (100 * (values[0] ?? 0)) / most : 0}%`} />
                </Table.Td>
              ) : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
