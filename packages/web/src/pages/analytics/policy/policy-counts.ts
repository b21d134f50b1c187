import type { PolicyFigures } from '@rollcall/contract'

export type PolicyGroup = PolicyFigures['groups'][number]
export type PolicyWeekCounts = PolicyGroup['weeks'][number]

/** The groups whose figures include all others that are shown. */
export const topGroups = (groups: readonly PolicyGroup[]): PolicyGroup[] => {
  const ids = new Set(groups.map(({ groupId }) => groupId))
  return groups.filter(({ parentId }) => parentId === null || !ids.has(parentId))
}

/** The weeks of several groups together, the first week first. */
export const sumWeeks = (groups: readonly PolicyGroup[]): PolicyWeekCounts[] => {
  const byDay = new Map<string, PolicyWeekCounts>()
  for (const week of groups.flatMap(({ weeks }) => weeks)) {
    const known = byDay.get(week.day)
    const sum = (name: 'people' | 'required' | 'attended' | 'met' | 'partly' | 'missed' | 'exempt') =>
      (known?.[name] ?? 0) + week[name]
    byDay.set(week.day, {
      ...{ week: week.week, day: week.day, people: sum('people'), required: sum('required'), attended: sum('attended') },
      ...{ met: sum('met'), partly: sum('partly'), missed: sum('missed'), exempt: sum('exempt') },
    })
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** The share of people who met it among those with anything required; null without any. */
export const shareMet = ({ met, partly, missed }: Pick<PolicyWeekCounts, 'met' | 'partly' | 'missed'>): number | null => {
  const people = met + partly + missed
  return people === 0 ? null : met / people
}
