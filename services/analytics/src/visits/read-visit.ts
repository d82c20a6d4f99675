import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { devices } from '@naughty-list/contracts/analytics';
import { OTHER_VISITS, type Visit } from '@naughty-list/contracts/visits';
import { Reader } from 'mmdb-lib';

/** In UTC, whatever the time zone of the machine or database: `2026-12-24`. */
export type Day = string;

export const dayOf = (time: Date): Day => time.toISOString().slice(0, 10);

type Device = (typeof devices)[number];

/** A visit to store and count. */
export type CountedVisit = {
  at: Date;
  day: Day;
  /** Path of the page, for the roll-up. */
  page: string;
  /** Host of the referrer; empty without one; undefined for a page of this site. */
  source: string | undefined;
  device: Device;
  country: string;
  pageUrl: string;
  referrer: string | null;
  userAgent: string | null;
  ipAddress: string | null;
  /** Whether the public counter counted this visitor recently. */
  isRepeat: boolean;
};

/** The site did not exist before: an earlier time comes from a clock that was never set. */
const EARLIEST = new Date('2025-01-01T00:00:00Z');
const NAME_MAX_LENGTH = 200;

/**
 * Normalises a visit from the gateway so that it can always be stored: one hostile visit must not make a batch fail
 * for ever. An impossible time (before the site existed, or in the future) becomes the time of arrival.
 */
export function readVisit(visit: Visit, now: Date): CountedVisit {
  const reportedAt = new Date(visit.at);
  const at = reportedAt >= EARLIEST && reportedAt <= now ? reportedAt : now;
  const pageUrl = storable(visit.pageUrl);
  const referrer = visit.referrer === null ? null : storable(visit.referrer);
  return {
    at,
    day: dayOf(at),
    page: pageOf(pageUrl),
    source: sourceOf(referrer),
    device: deviceOf(visit.userAgent),
    country: countryOf(visit.ipAddress),
    pageUrl,
    referrer,
    userAgent: visit.userAgent === null ? null : storable(visit.userAgent),
    ipAddress: visit.ipAddress === null ? null : storable(visit.ipAddress),
    isRepeat: visit.isRepeat ?? false,
  };
}

/** PostgreSQL rejects NUL and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function pageOf(pageUrl: string): string {
  const path = pageUrl.split(/[?#]/, 1)[0] ?? '';
  if (!path.startsWith('/') || path.length > NAME_MAX_LENGTH) return OTHER_VISITS;
  return path.replace(/\/+$/, '') || '/';
}

// Android apps identify themselves this way.
const protocols = new Set(['http:', 'https:', 'android-app:']);

/** The gateway reduces URLs of this site to their paths. */
function sourceOf(referrer: string | null): string | undefined {
  if (referrer === null || referrer === '') return '';
  if (referrer.startsWith('/')) return undefined;
  const url = URL.parse(referrer);
  const host = url?.hostname.toLowerCase().replace(/^www\./, '') ?? '';
  if (!url || !protocols.has(url.protocol) || host === '' || host.length > NAME_MAX_LENGTH)
    return OTHER_VISITS;
  return host;
}

/** By MDN's "Browser detection using the user agent": phones have `Mobi`; tablets `Tablet`, `iPad`, or `Android` without it. */
function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return 'other';
  if (/iPad|Tablet|Android(?!.*Mobi)/i.test(userAgent)) return 'tablet';
  if (/Mobi/i.test(userAgent)) return 'phone';
  return /Windows|Macintosh|Linux|CrOS/i.test(userAgent) ? 'desktop' : 'other';
}

// The country where an address is registered (NRO and whois data, CC0). It says nothing about a person.
const file = fileURLToPath(
  import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
);
const reader = new Reader(readFileSync(file));
/** A record of this file, which is flatter than the library's types. */
type Found = { country_code: string } | null;

/** The country of an address or shortened address, in two letters (ISO 3166-1); empty if unknown. */
function countryOf(ipAddress: string | null): string {
  if (ipAddress === null) return '';
  try {
    return (reader.get(ipAddress) as Found)?.country_code ?? '';
  } catch {
    // Not an address.
    return '';
  }
}
