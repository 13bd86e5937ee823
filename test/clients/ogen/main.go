// Calls every operation once with the client of ogen. Argument: the address. Prints a line per operation.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"clients/geo"
)

const (
	land, otherLand      = "881fa3cd07fffff", "881fa3cd05fffff"
	noCell               = "88fffffffffffff"
	place, airport       = "geonames-2960316", "ourairports-2563"
	luxembourg, eschSure = "LUX_Luxembourg", "LUX_Esch-sur-Sûre"
	season               = 1
)

var (
	lat, lng = geo.NewOptFloat64(49.60982), geo.NewOptFloat64(6.13268)
	cityIds  = []string{luxembourg, eschSure}
	landIds  = []string{land, otherLand}
	placeIds = []string{place, airport}
)

type tokens struct{}

func (tokens) Internal(context.Context, geo.OperationName) (geo.Internal, error) {
	return geo.Internal{Token: "dev-internal"}, nil
}

func (tokens) Public(context.Context, geo.OperationName) (geo.Public, error) {
	return geo.Public{Token: "dev-internal"}, nil
}

// Returns what judges an answer: each status has a type of its own.
func call[Answer any](operation string, isRight func(Answer) bool) func(any, error) {
	return func(found any, err error) {
		defer func() {
			if failure := recover(); failure != nil {
				fmt.Println(operation, "failed:", failure)
			}
		}()
		answer, isAnswer := found.(Answer)
		switch {
		case err != nil:
			fmt.Println(operation, strings.ReplaceAll(err.Error(), "\n", " "))
		case !isAnswer || !isRight(answer):
			fmt.Printf("%s wrong data: %+v\n", operation, found)
		default:
			fmt.Println(operation, "ok")
		}
	}
}

func main() {
	client, err := geo.NewClient(os.Args[1], tokens{})
	if err != nil {
		panic(err)
	}
	ctx := context.Background()

	call("countriesFindAll", func(it *geo.CountryListHeaders) bool {
		return len(it.Response.Data) == 2 && it.Response.Data[0].Name == "Afghanistan"
	})(client.CountriesFindAll(ctx, geo.CountriesFindAllParams{Limit: geo.NewOptInt64(2)}))
	call("countriesFindByIds", func(it *geo.CountryListWithMissingHeaders) bool {
		return it.Response.Data[1].Name == "Allemagne" && it.Response.Missing[0] == "XXX"
	})(client.CountriesFindByIds(ctx, geo.CountriesFindByIdsParams{CountryIds: []string{"LUX", "DEU", "XXX"}, Lang: geo.NewOptString("fr")}))
	call("countriesFindByIdsBatch", func(it *geo.CountriesFindByIdsBatchOKHeaders) bool {
		return it.Response.Data[1].ID == "DEU" && it.Response.Missing == nil
	})(client.CountriesFindByIdsBatch(ctx, &geo.CountryIds{Ids: []string{"LUX", "DEU"}}, geo.CountriesFindByIdsBatchParams{}))
	call("countriesFindByLocation", func(it *geo.CountryListHeaders) bool { return it.Response.Data[0].Population > 600_000 })(
		client.CountriesFindByLocation(ctx, geo.CountriesFindByLocationParams{Lat: lat, Lng: lng}))
	call("countriesFindByName", func(it *geo.CountryListWithMatchedNamesHeaders) bool {
		return it.Response.Data[0].ID == "NLD" && it.Response.MatchedNames[0].Value == "Holland"
	})(client.CountriesFindByName(ctx, geo.CountriesFindByNameParams{Token: "holland", Match: geo.NewOptCountriesFindByNameMatch("fuzzy")}))
	call("citiesFindByIds", func(it *geo.CityListWithMissingHeaders) bool {
		return it.Response.Data[0].Latlng.Value.Latitude == lat.Value && it.Response.Data[1].ID == eschSure
	})(client.CitiesFindByIds(ctx, geo.CitiesFindByIdsParams{CityIds: cityIds}))
	call("citiesFindByIdsBatch", func(it *geo.CitiesFindByIdsBatchOKHeaders) bool { return it.Response.Data[1].ID == eschSure })(
		client.CitiesFindByIdsBatch(ctx, &geo.CityIds{Ids: cityIds}, geo.CitiesFindByIdsBatchParams{}))
	call("citiesFindByCountries", func(it *geo.CityListHeaders) bool { return len(it.Response.Data) == 3 })(
		client.CitiesFindByCountries(ctx, geo.CitiesFindByCountriesParams{CountryIds: []string{"LUX", "MCO"}, Limit: geo.NewOptInt32(3)}))
	call("citiesFindByLocation", func(it *geo.CityAnswerHeaders) bool { return it.Response.Data.RegionName.Value == "Luxembourg" })(
		client.CitiesFindByLocation(ctx, geo.CitiesFindByLocationParams{Lat: lat, Lng: lng}))
	call("citiesFindByName", func(it *geo.CityListWithMatchedNamesHeaders) bool {
		names := it.Response.MatchedNames
		return it.Response.Data[0].ID == luxembourg && names[0].Null && names[1].Value == "Luxembourg-Kirchberg"
	})(client.CitiesFindByName(ctx, geo.CitiesFindByNameParams{Token: "luxemb", Match: geo.NewOptCitiesFindByNameMatch("fuzzy"), CountryIds: []string{"LUX", "MCO"}}))
	call("landsFindByIds", func(it *geo.LandListWithMissingHeaders) bool {
		first := it.Response.Data[0]
		return first.BiomePercents[first.MainBiome.Value] == 100 && it.Response.Data[1].ID == otherLand
	})(client.LandsFindByIds(ctx, geo.LandsFindByIdsParams{LandIds: landIds}))
	call("landsFindByIdsBatch", func(it *geo.LandsFindByIdsBatchOKHeaders) bool { return it.Response.Data[0].Altitude.Value > 200 })(
		client.LandsFindByIdsBatch(ctx, &geo.LandIds{Ids: landIds}, geo.LandsFindByIdsBatchParams{}))
	call("landsFindByLocation", func(it *geo.LandListHeaders) bool {
		return len(it.Response.Data) == 7 && it.Response.Data[0].ID == land
	})(client.LandsFindByLocation(ctx, geo.LandsFindByLocationParams{LandID: geo.NewOptString(land), K: geo.NewOptInt32(1)}))
	call("locate", func(it *geo.LocationAnswerHeaders) bool {
		found := it.Response.Data
		return found.City.Value.Name == "Luxembourg" && found.TimeZone.Value == "Europe/Luxembourg" && !found.Land.Set && found.Countries == nil
	})(client.Locate(ctx, geo.LocateParams{Lat: lat, Lng: lng, Fields: []geo.LocateFieldsItem{"city", "time_zone"}}))
	positions := []geo.Position{
		{Lat: lat, Lng: lng},
		{LandID: geo.NewOptString(noCell)},
		{Lat: geo.NewOptFloat64(1e-5), Lng: geo.NewOptFloat64(-1e-5)},
	}
	call("locateBatch", func(it *geo.LocationOrErrorListHeaders) bool {
		found, faulty, atSea := it.Response.Data[0], it.Response.Data[1], it.Response.Data[2]
		failure := faulty.Error.Value
		return found.Land.Value.ID == land && !found.Error.Set &&
			failure.Code == "invalid_request" && failure.Details[0].Path == "land_id" && !faulty.City.Set &&
			!atSea.Error.Set && len(atSea.Countries) == 0
	})(client.LocateBatch(ctx, positions, geo.LocateBatchParams{}))
	call("search", func(it *geo.SearchResultListHeaders) bool {
		city, region := it.Response.Data[0], it.Response.Data[1]
		return city.Type == "city" && city.City.Value.Name == "Luxembourg" && region.Region.Value.Name == "Luxembourg" && !region.City.Set
	})(client.Search(ctx, geo.SearchParams{Token: "lux", Types: []geo.SearchTypesItem{"city", "region"}}))
	call("placesFindByIds", func(it *geo.PlaceListWithMissingHeaders) bool {
		return it.Response.Data[0].Popularity.Value == 0.6605 && len(it.Response.Data) == 2
	})(client.PlacesFindByIds(ctx, geo.PlacesFindByIdsParams{PlaceIds: placeIds}))
	call("placesFindByIdsBatch", func(it *geo.PlacesFindByIdsBatchOKHeaders) bool {
		return it.Response.Data[0].Website.Null && strings.HasPrefix(it.Response.Data[1].Website.Value, "https:")
	})(client.PlacesFindByIdsBatch(ctx, &geo.PlaceIds{Ids: placeIds}))
	call("placesFindByLocation", func(it *geo.PlaceListWithTruncatedHeaders) bool {
		return len(it.Response.Data) == 2 && it.Response.Data[0].ID == place && it.Response.Data[1].ID == airport
	})(client.PlacesFindByLocation(ctx, geo.PlacesFindByLocationParams{LandID: geo.NewOptString(land), K: geo.NewOptInt32(10), Categories: []string{"capital", "airport"}}))
	call("placesFindByName", func(it *geo.PlaceListHeaders) bool {
		return it.Response.Data[0].ID == place && len(it.Response.Data[0].Photos) == 0
	})(client.PlacesFindByName(ctx, geo.PlacesFindByNameParams{Token: "lux", Limit: geo.NewOptInt32(1)}))

	marker := func() (any, error) {
		found, err := client.MarkersFindByRadius(ctx, geo.MarkersFindByRadiusParams{Lat: lat.Value, Lng: lng.Value, Radius: 500, Season: season})
		if markers, isAnswer := found.(*geo.MarkerListWithTruncatedHeaders); isAnswer {
			all := markers.Response.Data
			return all[slices.IndexFunc(all, func(each geo.Marker) bool { return each.ID == place })], err
		}
		return found, err
	}
	update := geo.MarkersUpdate{ID: place, Season: season, Icon: 5, Skin: geo.NewOptString("gold")}
	call("markersUpdate", func(it *geo.WrittenHeaders) bool { return it.Response.Status == "ok" })(client.MarkersUpdate(ctx, &update))
	call("markersFindByRadius", func(it geo.Marker) bool { return it.IsBuilt && it.Icon.Value == 5 && it.Skin.Value == "gold" })(marker())
	call("markersRemove", func(it *geo.WrittenHeaders) bool {
		left, _ := marker()
		return it.Response.Status == "ok" && !left.(geo.Marker).IsBuilt
	})(client.MarkersRemove(ctx, &geo.MarkersRemove{ID: place}))
	call("getData", func(it *geo.ResourceDataListHeaders) bool {
		countries, cities := it.Response.Data[0], it.Response.Data[1]
		live := countries.Live.Value
		return live.Documents == 250 && live.Sources[0].Bytes.Value > 0 && cities.Languages.Value["fr"] > 0
	})(client.GetData(ctx, geo.GetDataParams{}))
	call("healthLive", func(it *geo.LiveAnswer) bool { return it.Data.Live })(client.HealthLive(ctx))
	call("healthReady", func(it *geo.ReadyAnswer) bool { return it.Data.Ready })(client.HealthReady(ctx))
}
