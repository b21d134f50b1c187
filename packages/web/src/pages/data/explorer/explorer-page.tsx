import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PageHeader } from '../../../components/page-header.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { ViewsMenu } from '../../../workplace/views/views-menu.tsx'
import { Answer } from './answer.tsx'
import { findDataset } from './datasets.ts'
import { answerAddress, refusalErrors } from './question.ts'
import { QuestionForm } from './question-form.tsx'
import { type Question, withDays } from './question-view.ts'
import { useReading } from './row-reader.ts'

/** Shows any dataset of the warehouse row by row, as integrators read it. */
export const ExplorerPage = () => {
  const asked = useSearch({ from: '/shell/data' })
  const question = useMemo(() => withDays(asked), [asked])
  const navigate = useNavigate()
  const dataset = findDataset(question.dataset)
  const { reader, reading, again } = useReading(answerAddress(question, 'ndjson'))

  const ask = (next: Question): void => {
    // Asking the same question again reads the rows again.
    const isSame = answerAddress(withDays(next), 'ndjson') === answerAddress(question, 'ndjson')
    if (isSame && next.period === asked.period) again()
    else void navigate({ to: '/data', search: next })
  }
  const showColumns = (columns: readonly string[] | undefined): void => {
    const { columns: _, ...rest } = asked
    const search = columns ? { ...rest, columns: columns.join(',') } : rest
    void navigate({ to: '/data', search, replace: true, resetScroll: false })
  }
  return (
    <>
      <PageHeader
        title={t`Data explorer`}
        description={t`The warehouse as your integrations read it, with the same rows and names. This is personal data.`}
        actions={<ViewsMenu page="/data" />}
      />
      <QuestionForm question={question} onAsk={ask} refused={refusalErrors(dataset, reading?.error)} />
      {dataset && reader && reading ? (
        <Answer dataset={dataset} question={question} reader={reader} reading={reading} onAgain={again} onColumns={showColumns} />
      ) : (
        <EmptyState picture="search" title={t`Choose what to read`}>
          <Trans>Past days are as the last refresh published them; today and later days are read as they are now.</Trans>
        </EmptyState>
      )}
    </>
  )
}
