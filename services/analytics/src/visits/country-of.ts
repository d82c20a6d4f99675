import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Reader } from 'mmdb-lib';

// Which country's registry gave an address out (NRO and whois data, CC0). Good for a country; it says nothing about a person.
const file = fileURLToPath(
  import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'),
);
const reader = new Reader(readFileSync(file));
/** Flatter than the files that the library's types describe. */
type Found = { country_code: string } | null;

/** The country of an address or shortened address, in two letters (ISO 3166-1); empty if unknown. */
export function countryOf(ipAddress: string | null): string {
  if (ipAddress === null) return '';
  try {
    return (reader.get(ipAddress) as Found)?.country_code ?? '';
  } catch {
    // Not an address.
    return '';
  }
}
