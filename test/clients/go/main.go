// Calls every operation once. Argument: the address. Prints a line per operation.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"

	geo "clients/geo"
)

const (
	lat, lng             = 49.60982, 6.13268
	land, otherLand      = "881fa3cd07fffff", "881fa3cd05fffff"
	noCell               = "88fffffffffffff"
	place, airport       = "geonames-2960316", "ourairports-2563"
	luxembourg, eschSure = "LUX_Luxembourg", "LUX_Esch-sur-Sûre"
	season               = 1
)

var (
	cityIds  = []string{luxembourg, eschSure}
	landIds  = []string{land, otherLand}
	placeIds = []string{place, airport}
)

func call[Answer any](operation string, request func() (Answer, *http.Response, error), isRight func(Answer) bool) {
	defer func() {
		if failure := recover(); failure != nil {
			fmt.Println(operation, "failed:", failure)
		}
	}()
	answer, _, err := request()
	switch {
	case err != nil:
		fmt.Println(operation, strings.ReplaceAll(err.Error(), "\n", " "))
	case !isRight(answer):
		fmt.Printf("%s wrong data: %+v\n", operation, answer)
	default:
		fmt.Println(operation, "ok")
	}
}

func main() {
	address := os.Args[1]
	configuration := geo.NewConfiguration()
	configuration.Servers = geo.ServerConfigurations{{URL: address}}
	client := geo.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), geo.ContextAccessToken, "dev-internal")

	call("countriesFindAll", client.CountriesAPI.CountriesFindAll(ctx).Limit(2).Execute, func(it *geo.CountryList) bool {
		return len(it.Data) == 2 && it.Data[0].Name == "Afghanistan"
	})
	call("countriesFindByIds", client.CountriesAPI.CountriesFindByIds(ctx).CountryIds([]string{"LUX", "DEU", "XXX"}).Lang("fr").Execute,
		func(it *geo.CountryListWithMissing) bool { return it.Data[1].Name == "Allemagne" && it.Missing[0] == "XXX" })
	call("countriesFindByIdsBatch", client.CountriesAPI.CountriesFindByIdsBatch(ctx).CountryIds(geo.CountryIds{Ids: []string{"LUX", "DEU"}}).Execute,
		func(it *geo.CountryListWithMissing) bool { return it.Data[1].Id == "DEU" && it.Missing == nil })
	call("countriesFindByLocation", client.CountriesAPI.CountriesFindByLocation(ctx).Lat(lat).Lng(lng).Execute,
		func(it *geo.CountryList) bool { return it.Data[0].Population > 600_000 })
	call("countriesFindByName", client.CountriesAPI.CountriesFindByName(ctx).Token("holland").Match("fuzzy").Execute,
		func(it *geo.CountryListWithMatchedNames) bool {
			return it.Data[0].Id == "NLD" && *it.MatchedNames[0] == "Holland"
		})
	call("citiesFindByIds", client.CitiesAPI.CitiesFindByIds(ctx).CityIds(cityIds).Execute, func(it *geo.CityListWithMissing) bool {
		return it.Data[0].Latlng.Get().Latitude == lat && it.Data[1].Id == eschSure
	})
	call("citiesFindByIdsBatch", client.CitiesAPI.CitiesFindByIdsBatch(ctx).CityIds(geo.CityIds{Ids: cityIds}).Execute,
		func(it *geo.CityListWithMissing) bool { return it.Data[1].Id == eschSure })
	call("citiesFindByCountries", client.CitiesAPI.CitiesFindByCountries(ctx).CountryIds([]string{"LUX", "MCO"}).Limit(3).Execute,
		func(it *geo.CityList) bool { return len(it.Data) == 3 })
	call("citiesFindByLocation", client.CitiesAPI.CitiesFindByLocation(ctx).Lat(lat).Lng(lng).Execute,
		func(it *geo.CityAnswer) bool { return *it.Data.RegionName.Get() == "Luxembourg" })
	call("citiesFindByName", client.CitiesAPI.CitiesFindByName(ctx).Token("luxemb").Match("fuzzy").CountryIds([]string{"LUX", "MCO"}).Execute,
		func(it *geo.CityListWithMatchedNames) bool {
			return it.Data[0].Id == luxembourg && it.MatchedNames[0] == nil && *it.MatchedNames[1] == "Luxembourg-Kirchberg"
		})
	call("landsFindByIds", client.LandsAPI.LandsFindByIds(ctx).LandIds(landIds).Execute, func(it *geo.LandListWithMissing) bool {
		percents := it.Data[0].BiomePercents
		return percents[*it.Data[0].MainBiome.Get()] == 100 && it.Data[1].Id == otherLand
	})
	call("landsFindByIdsBatch", client.LandsAPI.LandsFindByIdsBatch(ctx).LandIds(geo.LandIds{Ids: landIds}).Execute,
		func(it *geo.LandListWithMissing) bool { return *it.Data[0].Altitude.Get() > 200 })
	call("landsFindByLocation", client.LandsAPI.LandsFindByLocation(ctx).LandId(land).K(1).Execute,
		func(it *geo.LandList) bool { return len(it.Data) == 7 && it.Data[0].Id == land })
	call("locate", client.LocateAPI.Locate(ctx).Lat(lat).Lng(lng).Fields([]string{"city", "time_zone"}).Execute, func(it *geo.LocationAnswer) bool {
		return it.Data.City.Name == "Luxembourg" && *it.Data.TimeZone.Get() == "Europe/Luxembourg" && !it.Data.Land.IsSet() && it.Data.Countries == nil
	})
	positions := []geo.Position{
		{Lat: geo.PtrFloat64(lat), Lng: geo.PtrFloat64(lng)},
		{LandId: geo.PtrString(noCell)},
		{Lat: geo.PtrFloat64(1e-5), Lng: geo.PtrFloat64(-1e-5)},
	}
	call("locateBatch", client.LocateAPI.LocateBatch(ctx).Position(positions).Execute, func(it *geo.LocationOrErrorList) bool {
		found, faulty, atSea := it.Data[0], it.Data[1], it.Data[2]
		return found.Land.Get().Id == land && found.Error == nil &&
			faulty.Error.Code == "invalid_request" && faulty.Error.Details[0].Path == "land_id" && faulty.City == nil &&
			atSea.Error == nil && len(atSea.Countries) == 0
	})
	call("search", client.SearchAPI.Search(ctx).Token("lux").Types([]string{"city", "region"}).Execute, func(it *geo.SearchResultList) bool {
		return it.Data[0].Type == "city" && it.Data[0].City.Name == "Luxembourg" && it.Data[1].Region.Name == "Luxembourg" && it.Data[1].City == nil
	})
	call("placesFindByIds", client.PlacesAPI.PlacesFindByIds(ctx).PlaceIds(placeIds).Execute, func(it *geo.PlaceListWithMissing) bool {
		return *it.Data[0].Popularity.Get() == 0.6605 && len(it.Data) == 2
	})
	call("placesFindByIdsBatch", client.PlacesAPI.PlacesFindByIdsBatch(ctx).PlaceIds(geo.PlaceIds{Ids: placeIds}).Execute,
		func(it *geo.PlaceListWithMissing) bool {
			return it.Data[0].Website.Get() == nil && strings.HasPrefix(*it.Data[1].Website.Get(), "https:")
		})
	call("placesFindByLocation", client.PlacesAPI.PlacesFindByLocation(ctx).LandId(land).K(10).Categories([]string{"capital", "airport"}).Execute,
		func(it *geo.PlaceListWithTruncated) bool {
			return len(it.Data) == 2 && it.Data[0].Id == place && it.Data[1].Id == airport
		})
	call("placesFindByName", client.PlacesAPI.PlacesFindByName(ctx).Token("lux").Limit(1).Execute,
		func(it *geo.PlaceList) bool { return it.Data[0].Id == place && len(it.Data[0].Photos) == 0 })

	marker := func() geo.Marker {
		found, _, err := client.MarkersAPI.MarkersFindByRadius(ctx).Lat(lat).Lng(lng).Radius(500).Season(season).Execute()
		if err != nil {
			panic(err)
		}
		return found.Data[slices.IndexFunc(found.Data, func(each geo.Marker) bool { return each.Id == place })]
	}
	update := geo.MarkersUpdate{Id: place, Season: season, Icon: 5, Skin: geo.PtrString("gold")}
	call("markersUpdate", client.MarkersAPI.MarkersUpdate(ctx).MarkersUpdate(update).Execute,
		func(it *geo.Written) bool { return it.Status == "ok" })
	call("markersFindByRadius", func() (geo.Marker, *http.Response, error) { return marker(), nil, nil },
		func(it geo.Marker) bool { return it.IsBuilt && *it.Icon == 5 && *it.Skin == "gold" })
	call("markersRemove", client.MarkersAPI.MarkersRemove(ctx).MarkersRemove(geo.MarkersRemove{Id: place}).Execute,
		func(it *geo.Written) bool { return it.Status == "ok" && !marker().IsBuilt })
	call("getData", client.DataAPI.GetData(ctx).Execute, func(it *geo.ResourceDataList) bool {
		countries, cities := it.Data[0], it.Data[1]
		live := countries.Live.Get()
		return live.Documents == 250 && *live.Sources[0].Bytes > 0 && cities.Languages["fr"] > 0
	})
	call("healthLive", client.HealthAPI.HealthLive(ctx).Execute, func(it *geo.LiveAnswer) bool { return it.Data.Live })
	call("healthReady", client.HealthAPI.HealthReady(ctx).Execute, func(it *geo.ReadyAnswer) bool { return it.Data.Ready })
}
