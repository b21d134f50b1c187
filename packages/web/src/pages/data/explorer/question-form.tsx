import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { hasRole, useSession } from '../../../api/session.ts'
import { DATASETS, FIRST_DATASET, findDataset } from './datasets.ts'
import { dashedDay, type ParameterErrors, parametersOf, validationErrors } from './question.ts'
import { DayFields, LocationField, PeopleField, Periods } from './question-fields.tsx'
import { daysOf, type Question } from './question-view.ts'

interface Props {
  /** The current question. */
  readonly question: Question
  readonly onAsk: (question: Question) => void
  /** The errors that the service reported. */
  readonly refused: ParameterErrors
}

/** The field takes days in one form, the API in several. */
const draftOf = ({ startDate, endDate, ...rest }: Question): Question => {
  const week = daysOf('lastSevenDays')
  const days = { startDate: dashedDay(startDate) ?? week.startDate, endDate: dashedDay(endDate) ?? week.endDate }
  const period = startDate || endDate ? {} : { period: 'lastSevenDays' as const }
  return { dataset: FIRST_DATASET.name, ...days, ...period, ...rest }
}

/** Chooses a dataset and its parameters, as in the API. */
export const QuestionForm = ({ question, onAsk, refused }: Props) => {
  const session = useSession()
  const options = DATASETS.filter(({ roles }) => !roles || hasRole(session, roles)).map(({ name, label }) => ({
    value: name,
    label,
  }))
  const [asked, setAsked] = useState(question)
  const [draft, setDraft] = useState(() => draftOf(question))
  const [errors, setErrors] = useState<ParameterErrors>({})
  // Going back in the browser asks the earlier question again.
  if (asked !== question) {
    setAsked(question)
    setDraft(draftOf(question))
    setErrors({})
  }
  const dataset = findDataset(draft.dataset) ?? FIRST_DATASET
  const isAsked = draft === question || JSON.stringify(draftOf(question)) === JSON.stringify(draft)
  const shown: ParameterErrors = { ...(isAsked ? refused : {}), ...errors }

  const change = (changes: { [Name in keyof Question]?: string | undefined }): void => {
    setDraft({ ...draft, ...changes } as Question)
    setErrors({})
  }
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    const found = validationErrors(dataset, draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const { columns } = question.dataset === dataset.name ? question : {}
    const { startDate, endDate, ...parameters } = parametersOf(dataset, draft)
    const days = draft.period ? { period: draft.period } : { startDate, endDate }
    onAsk({ dataset: dataset.name, ...(startDate ? days : {}), ...parameters, ...(columns ? { columns } : {}) } as Question)
  }
  return (
    <Paper component="form" withBorder p="md" mb="md" onSubmit={ask} noValidate aria-label={t`What to read`}>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <Select
            label={t`Dataset`}
            data={options}
            value={dataset.name}
            onChange={(name) => name && change({ dataset: name })}
            allowDeselect={false}
            flex="2 1 200px"
          />
          {dataset.maxDays === undefined ? null : (
            <DayFields
              {...draft}
              maxDays={dataset.maxDays}
              onChange={(days) => change({ ...days, period: undefined })}
              errors={shown}
            />
          )}
          {dataset.location ? (
            <LocationField
              dataset={dataset}
              value={draft[dataset.location]}
              onChange={(value) => change({ [dataset.location as 'locationId']: value })}
              error={shown[dataset.location]}
            />
          ) : null}
        </Group>
        {dataset.users ? (
          <PeopleField
            required={dataset.users === 'required'}
            value={draft.userIds}
            onChange={(userIds) => change({ userIds })}
            error={shown.userIds}
          />
        ) : null}
        {dataset.maxDays === undefined ? null : (
          <Periods chosen={draft.period} onChoose={(period) => change({ period, ...daysOf(period) })} />
        )}
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" flex="1 1 260px">
            {dataset.about}
          </Text>
          <Button type="submit">
            <Trans>Show rows</Trans>
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
