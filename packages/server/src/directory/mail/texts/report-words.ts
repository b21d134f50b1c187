import type { ReportLabel, ReportTitle } from '@rollcall/contract'

/** What a report says besides names and numbers, in a language other than the one in which it is stored. */
export interface ReportWords {
  readonly locale: string
  readonly labels: Readonly<Record<ReportLabel, string>>
  readonly titles: Readonly<Record<ReportTitle, string>>
  readonly weekOf: (day: string) => string
  readonly noBuilding: string
  readonly unknown: string
  readonly allLocations: string
  readonly allGroups: string
  readonly locations: (count: number) => string
  readonly groups: (count: number) => string
  /** The day of a forecast. */
  readonly asOf: (day: string) => string
}

export const GERMAN_REPORT: ReportWords = {
  locale: 'de',
  labels: {
    averageDaily: 'Mittlere tägliche Anwesenheit',
    attendanceRate: 'Anwesenheitsquote',
    weeklyPeak: 'Typische Wochenspitze',
    noShowRate: 'Quote des Nichterscheinens',
    people: 'Personen der Auswahl',
    recommendedDesks: 'Empfohlene Arbeitsplätze',
    came: 'Anwesend',
    peopleAtOnce: 'Personen',
    averagePeak: 'Mittlere Spitze',
    averagePeakShare: 'Mittlere Spitze im Verhältnis zur Kapazität',
    expected: 'Erwartet',
    busiestDay: 'Am vollsten Tag erwartet',
    capacity: 'Kapazität',
  },
  titles: {
    came: 'Anwesende',
    cameByWeek: 'Anwesende, Mittel je Woche',
    peopleAtOnce: 'Die meisten Personen zur selben Zeit',
    peopleAtOnceByWeek: 'Die meisten Personen zur selben Zeit, Mittel je Woche',
    expected: 'Erwartete Personen',
    expectedByWeek: 'Erwartete Personen, Mittel je Woche',
    byBuilding: 'Nach Gebäude',
    byGroup: 'Nach Gruppe',
  },
  weekOf: (day) => `Woche ab ${day}`,
  noBuilding: 'Kein Gebäude',
  unknown: 'unbekannt',
  allLocations: 'Alle Gebäude',
  allGroups: 'Alle Gruppen',
  locations: (count) => `${count} Gebäude`,
  groups: (count) => `${count} Gruppen`,
  asOf: (day) => `Stand ${day}`,
}

export const FRENCH_REPORT: ReportWords = {
  locale: 'fr',
  labels: {
    averageDaily: 'Fréquentation quotidienne moyenne',
    attendanceRate: 'Taux de présence',
    weeklyPeak: 'Pic hebdomadaire typique',
    noShowRate: 'Taux de réservations non honorées',
    people: 'Personnes du périmètre',
    recommendedDesks: 'Postes recommandés',
    came: 'Présents',
    peopleAtOnce: 'Personnes',
    averagePeak: 'Pic moyen',
    averagePeakShare: 'Pic moyen par rapport à la capacité',
    expected: 'Attendus',
    busiestDay: 'Attendus le jour le plus chargé',
    capacity: 'Capacité',
  },
  titles: {
    came: 'Présents',
    cameByWeek: 'Présents, moyenne par semaine',
    peopleAtOnce: 'Le plus de personnes en même temps',
    peopleAtOnceByWeek: 'Le plus de personnes en même temps, moyenne par semaine',
    expected: 'Personnes attendues',
    expectedByWeek: 'Personnes attendues, moyenne par semaine',
    byBuilding: 'Par bâtiment',
    byGroup: 'Par groupe',
  },
  weekOf: (day) => `Semaine du ${day}`,
  noBuilding: 'Aucun bâtiment',
  unknown: 'inconnu',
  allLocations: 'Tous les bâtiments',
  allGroups: 'Tous les groupes',
  locations: (count) => `${count} bâtiments`,
  groups: (count) => `${count} groupes`,
  asOf: (day) => `au ${day}`,
}
