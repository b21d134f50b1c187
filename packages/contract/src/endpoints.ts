import { createAccountLink, readAccountLink, requestPasswordReset, useAccountLink } from './access/account-links.ts'
import { authenticate, createToken } from './access/auth.ts'
import { getMailState, listMails, sendMailAgain, sendTestMail } from './access/mail.ts'
import { getMailPreferences, setMailPreferences, unsubscribe } from './access/mail-preferences.ts'
import { changePassword } from './access/own-password.ts'
import { signInWithPasskey, startPasskeySignIn } from './access/passkey-sign-in.ts'
import { createPasskey, listPasskeys, removePasskey, removeUserPasskeys, startPasskey, updatePasskey } from './access/passkeys.ts'
import { addPushDevice, listPushDevices, removePushDevice } from './access/push-devices.ts'
import { getAccount, getSession, listAccounts, removeAccount, setAccount, signIn } from './access/session.ts'
import { getSetUp, setUp } from './access/set-up.ts'
import { getSignInOptions } from './access/sign-in-options.ts'
import { signOut } from './access/sign-out.ts'
import { findSignInProviders, finishSso, signOutByProvider, startSso } from './access/sso.ts'
import { endSession, endSessions, endUserSessions, listSessions } from './access/user-sessions.ts'
import { getAttendanceFigures, getGroupFigures, getHourFigures } from './api/analytics.ts'
import { getDeskFigures } from './api/analytics-desks.ts'
import { getForecastFigures } from './api/analytics-forecast.ts'
import { getFutureFigures } from './api/analytics-future.ts'
import { getHeadcountFigures } from './api/analytics-headcount.ts'
import { listPeopleFigures } from './api/analytics-people.ts'
import { getPlaceFigures, getPlaceHourFigures } from './api/analytics-places.ts'
import { getPolicyFigures } from './api/analytics-policies.ts'
import { listAttributeMappings, removeAttributeMapping, setAttributeMapping } from './api/attribute-mappings.ts'
import { listAuditLog } from './api/audit-log.ts'
import { readAuditLog } from './api/audit-log-rows.ts'
import { updateKeys, updatePlaces, updateUsers } from './api/batch.ts'
import { book, cancelBooking, listDeskBookings, listFreeDesks, listFreeZones } from './api/bookings.ts'
import {
  createClosure,
  createOutage,
  getCalendar,
  importHolidays,
  listOutageSuggestions,
  removeClosure,
  removeHoliday,
  removeOutage,
  setHoliday,
  updateCalendar,
} from './api/calendar.ts'
import { checkIn, checkInAtDesk, getDeskOfCode, listDeskCodes, renewDeskCodes } from './api/check-in.ts'
import { listColleagueDays, listColleagues } from './api/colleagues.ts'
import { createDayNote, listDayNotes, removeDayNote } from './api/day-notes.ts'
import { swapDesks } from './api/desk-swaps.ts'
import { readEvents } from './api/event-rows.ts'
import { createEvent, getEvent, listEvents, updateEvent } from './api/events.ts'
import { explainHeadcount } from './api/explained-headcount.ts'
import { explainOccupancy } from './api/explained-occupancy.ts'
import { explainVisits } from './api/explained-visits.ts'
import { explainDay } from './api/explanation.ts'
import { addFavoriteDesk, listFavoriteDesks, removeFavoriteDesk } from './api/favorite-desks.ts'
import { getFloorPlan, removeFloorPlan, setFloorPlan } from './api/floor-plans.ts'
import { addGroupMember, getGroupZones, listGroupMembers, removeGroupMember, setGroupZones } from './api/group-members.ts'
import { createGroup, getGroup, listGroups, updateGroup } from './api/groups.ts'
import { listDeskHistory, listLocationHistory, listMemberHistory, listUserGroupHistory } from './api/history.ts'
import { listHorizonRuns, runHorizon } from './api/horizon-runs.ts'
import { listIdentityLinks, removeIdentityLink } from './api/identity-links.ts'
import { continueDeviceTrial, testIdentityProvider, tryIdentityProvider } from './api/identity-provider-test.ts'
import {
  createIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  removeIdentityProvider,
  updateIdentityProvider,
} from './api/identity-providers.ts'
import { runImport } from './api/imports.ts'
import { changeInvitations, listInvitations, replyToEvent } from './api/invitations.ts'
import { createKey, getKey, getKeyUsage, listKeys, revokeKey, rotateKey, updateKey } from './api/keys.ts'
import { getKiosk, getKioskFloorPlan, watchKiosk } from './api/kiosk.ts'
import { createKioskScreen, listKioskScreens, revokeKioskScreen, updateKioskScreen } from './api/kiosk-screens.ts'
import { changeLevelLayout, getLevelLayout } from './api/level-layouts.ts'
import { levelOperations, setPositions } from './api/levels.ts'
import { getLiveFloor } from './api/live-floor.ts'
import { locationOperations } from './api/locations.ts'
import { bookParking, cancelParking, listFreeBays, listParkingBookings, listUserParking } from './api/parking.ts'
import { parkingBayOperations } from './api/parking-bays.ts'
import { placeOperations } from './api/places.ts'
import { listPolicies, removePolicy, setPolicy } from './api/policies.ts'
import { erasePerson, getPersonalData, getPrivacy } from './api/privacy.ts'
import {
  listProvisioningConflicts,
  listProvisioningProviders,
  listProvisioningSyncs,
  updateProvisioningProvider,
} from './api/provisioning.ts'
import { listQuarantine, replayQuarantine } from './api/quarantine.ts'
import { listRefreshRuns, runRefresh } from './api/refresh-runs.ts'
import { getReport, listReports } from './api/reports.ts'
import { getSampleCompany, makeSampleCompany, removeSampleCompany } from './api/sample-company.ts'
import { getSettings, updateSettings } from './api/settings.ts'
import { listSources } from './api/sources.ts'
import { getSpaceOccupancy } from './api/space-occupancy.ts'
import { spaceOperations } from './api/spaces.ts'
import { listSpecialDays } from './api/special-days.ts'
import { watchLocation } from './api/stream.ts'
import { listTimeOff } from './api/time-off.ts'
import { listUserActions } from './api/user-actions.ts'
import { listUserAttendance } from './api/user-attendance.ts'
import { readUserChangeLog } from './api/user-change-log.ts'
import { clearDayPlan, getWeekPlan, listUserDays, setDayPlan, setWeekPlan } from './api/user-days.ts'
import { listUserGroups } from './api/user-groups.ts'
import { listUserPolicyWeeks } from './api/user-policy-weeks.ts'
import { createUser, getUser, listUsers, updateProfile, updateUser } from './api/users.ts'
import {
  clearDefaultView,
  createView,
  listViews,
  removeView,
  setDefaultView,
  subscribeToView,
  unsubscribeFromView,
  updateView,
} from './api/views.ts'
import { readVisits } from './api/visit-rows.ts'
import { createVisit, getVisit, listVisits, updateVisit } from './api/visits.ts'
import { zoneOperations } from './api/zones.ts'
import { readAttendance } from './datasets/attendance.ts'
import { readCalendar } from './datasets/calendar.ts'
import { readChanges } from './datasets/changes.ts'
import { readDesks } from './datasets/desks.ts'
import { readGroups } from './datasets/groups.ts'
import { readHeadcount } from './datasets/headcount.ts'
import { readDeskHistory, readGroupClosure, readGroupMembers } from './datasets/history.ts'
import { readLocations } from './datasets/locations.ts'
import { readOccupancy } from './datasets/occupancy.ts'
import { readParkingBookings } from './datasets/parking-bookings.ts'
import { readPolicyWeeks } from './datasets/policy-weeks.ts'
import { readPresence } from './datasets/presence.ts'
import { readSpaces } from './datasets/spaces.ts'
import { readUsers } from './datasets/users.ts'
import { getChangelog, getHealth, getMetrics, getOpenApi, getReadiness } from './discovery/discovery.ts'
import type { Endpoint } from './endpoint.ts'
import { submitAccessCredentials } from './ingest/access-credentials.ts'
import { replaceGroupRelationships, submitGroupRelationships } from './ingest/group-relationships.ts'
import { submitOccupancy } from './ingest/occupancy.ts'
import { submitPresence } from './ingest/presence.ts'
import { submitTimeOff } from './ingest/timeoff.ts'
import { submitUserAttributes } from './ingest/user-attributes.ts'
import { submitVisitorArrival } from './ingest/visitors.ts'

/** The whole API: everything in this table is served, documented and tested, and nothing else exists. */
export const ENDPOINTS = {
  authenticate,
  createToken,
  submitPresence,
  submitOccupancy,
  submitAccessCredentials,
  submitUserAttributes,
  submitGroupRelationships,
  replaceGroupRelationships,
  submitVisitorArrival,
  submitTimeOff,
  readUsers,
  readGroups,
  readLocations,
  readDesks,
  readSpaces,
  readGroupMembers,
  readGroupClosure,
  readDeskHistory,
  readParkingBookings,
  readChanges,
  readAttendance,
  readPresence,
  readHeadcount,
  readOccupancy,
  readVisits,
  readPolicyWeeks,
  readUserChangeLog,
  readEvents,
  readCalendar,
  readAuditLog,
  getSetUp,
  setUp,
  signIn,
  getSession,
  signOut,
  changePassword,
  findSignInProviders,
  startSso,
  finishSso,
  signOutByProvider,
  listAccounts,
  getAccount,
  setAccount,
  removeAccount,
  getSignInOptions,
  createAccountLink,
  requestPasswordReset,
  readAccountLink,
  useAccountLink,
  listSessions,
  endSession,
  endSessions,
  endUserSessions,
  listPasskeys,
  startPasskey,
  createPasskey,
  updatePasskey,
  removePasskey,
  removeUserPasskeys,
  startPasskeySignIn,
  signInWithPasskey,
  listMails,
  sendTestMail,
  sendMailAgain,
  getMailState,
  getMailPreferences,
  setMailPreferences,
  unsubscribe,
  listPushDevices,
  addPushDevice,
  removePushDevice,
  getWeekPlan,
  setWeekPlan,
  listUserDays,
  setDayPlan,
  clearDayPlan,
  book,
  cancelBooking,
  swapDesks,
  checkIn,
  getDeskOfCode,
  checkInAtDesk,
  listDeskCodes,
  renewDeskCodes,
  listFreeDesks,
  listFreeZones,
  listDeskBookings,
  listFavoriteDesks,
  addFavoriteDesk,
  removeFavoriteDesk,
  listTimeOff,
  listUserActions,
  explainDay,
  explainHeadcount,
  explainOccupancy,
  explainVisits,
  listUserAttendance,
  listColleagues,
  listColleagueDays,
  listHorizonRuns,
  runHorizon,
  listRefreshRuns,
  runRefresh,
  getSampleCompany,
  makeSampleCompany,
  removeSampleCompany,
  bookParking,
  cancelParking,
  listParkingBookings,
  listUserParking,
  listFreeBays,
  listEvents,
  getEvent,
  createEvent,
  updateEvent,
  listInvitations,
  changeInvitations,
  replyToEvent,
  listVisits,
  listUserPolicyWeeks,
  listPolicies,
  setPolicy,
  removePolicy,
  getVisit,
  createVisit,
  updateVisit,
  listLocations: locationOperations.list,
  getLocation: locationOperations.get,
  createLocation: locationOperations.create,
  createLocations: locationOperations.createMany,
  previewLocationDeactivation: locationOperations.previewDeactivation,
  updateLocation: locationOperations.update,
  getCalendar,
  updateCalendar,
  setHoliday,
  removeHoliday,
  importHolidays,
  createClosure,
  removeClosure,
  createOutage,
  removeOutage,
  listOutageSuggestions,
  listLevels: levelOperations.list,
  getLevel: levelOperations.get,
  createLevel: levelOperations.create,
  createLevels: levelOperations.createMany,
  previewLevelDeactivation: levelOperations.previewDeactivation,
  updateLevel: levelOperations.update,
  setPositions,
  getLevelLayout,
  changeLevelLayout,
  listDeskHistory,
  listLocationHistory,
  getFloorPlan,
  setFloorPlan,
  removeFloorPlan,
  listZones: zoneOperations.list,
  getZone: zoneOperations.get,
  createZone: zoneOperations.create,
  createZones: zoneOperations.createMany,
  previewZoneDeactivation: zoneOperations.previewDeactivation,
  updateZone: zoneOperations.update,
  listPlaces: placeOperations.list,
  getPlace: placeOperations.get,
  createPlace: placeOperations.create,
  createPlaces: placeOperations.createMany,
  previewPlaceDeactivation: placeOperations.previewDeactivation,
  updatePlace: placeOperations.update,
  updatePlaces,
  listSpaces: spaceOperations.list,
  getSpace: spaceOperations.get,
  createSpace: spaceOperations.create,
  createSpaces: spaceOperations.createMany,
  previewSpaceDeactivation: spaceOperations.previewDeactivation,
  updateSpace: spaceOperations.update,
  getSpaceOccupancy,
  listParkingBays: parkingBayOperations.list,
  getParkingBay: parkingBayOperations.get,
  createParkingBay: parkingBayOperations.create,
  createParkingBays: parkingBayOperations.createMany,
  previewParkingBayDeactivation: parkingBayOperations.previewDeactivation,
  updateParkingBay: parkingBayOperations.update,
  listUsers,
  getUser,
  createUser,
  updateUser,
  updateUsers,
  updateProfile,
  listUserGroups,
  listUserGroupHistory,
  getPersonalData,
  erasePerson,
  listGroups,
  getGroup,
  createGroup,
  updateGroup,
  listGroupMembers,
  listMemberHistory,
  addGroupMember,
  removeGroupMember,
  getGroupZones,
  setGroupZones,
  getSettings,
  updateSettings,
  getPrivacy,
  listAttributeMappings,
  setAttributeMapping,
  removeAttributeMapping,
  runImport,
  listKeys,
  getKey,
  createKey,
  rotateKey,
  updateKey,
  revokeKey,
  updateKeys,
  getKeyUsage,
  listIdentityProviders,
  getIdentityProvider,
  createIdentityProvider,
  updateIdentityProvider,
  removeIdentityProvider,
  testIdentityProvider,
  continueDeviceTrial,
  tryIdentityProvider,
  listIdentityLinks,
  removeIdentityLink,
  listAuditLog,
  listProvisioningProviders,
  updateProvisioningProvider,
  listProvisioningSyncs,
  listProvisioningConflicts,
  listSources,
  listQuarantine,
  replayQuarantine,
  watchLocation,
  getLiveFloor,
  listKioskScreens,
  createKioskScreen,
  updateKioskScreen,
  revokeKioskScreen,
  getKiosk,
  getKioskFloorPlan,
  watchKiosk,
  getAttendanceFigures,
  getDeskFigures,
  getPlaceFigures,
  getPlaceHourFigures,
  getHourFigures,
  getHeadcountFigures,
  getGroupFigures,
  getPolicyFigures,
  getFutureFigures,
  getForecastFigures,
  listSpecialDays,
  listDayNotes,
  createDayNote,
  removeDayNote,
  listPeopleFigures,
  listViews,
  createView,
  updateView,
  removeView,
  setDefaultView,
  clearDefaultView,
  subscribeToView,
  unsubscribeFromView,
  listReports,
  getReport,
  getHealth,
  getReadiness,
  getOpenApi,
  getChangelog,
  getMetrics,
} as const satisfies Record<string, Endpoint>

export type Operation = keyof typeof ENDPOINTS
